"""What a trace of system calls shows: sockets that are not local, and writing where nothing may be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from system_calls import CALLS, main, offences

ALLOWED = ["/home/ana/.local/share/fichero", "/tmp"]


@pytest.mark.parametrize("line", [
    '12 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 3<socket:[1]>',
    '12 connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path=@"/tmp/.X11-unix/X7"}, 20) = 0',
    '12 openat(AT_FDCWD</home/ana>, "/home/ana/Documentos/a.pdf", O_RDONLY|O_CLOEXEC) = 4</home/ana/Documentos/a.pdf>',
    '12 openat(AT_FDCWD</home/ana>, "/home/ana/.local/share/fichero/text/meta.json", O_WRONLY|O_CREAT, 0600) = 4',
    '12 openat(AT_FDCWD</tmp>, "scratch", O_RDWR|O_CREAT, 0600) = 4',
    '12 openat(5</tmp/x>, "scratch", O_RDWR|O_CREAT, 0600) = 4',
    '12 openat(AT_FDCWD</home/ana>, "/etc/new", O_WRONLY|O_CREAT, 0600) = -1 EACCES (Permission denied)',
    '12 openat(AT_FDCWD</home/ana>, "/dev/null", O_RDWR) = 4',
    '12 mkdir("/home/ana/.local", 0700) = 0',
    '12 mkdirat(5</home/ana/.local>, "share", 0700) = 0',
    '12 rename("/tmp/a", "/tmp/b") = 0',
    '12 symlink("/etc/passwd", "/tmp/link") = 0',
    '12 socket(AF_INET6, SOCK_DGRAM, 0) = -1 EAFNOSUPPORT (Address family not supported by protocol)',
    '12 +++ exited with 0 +++',
])
def test_what_is_allowed(line: str) -> None:
    assert offences([line], ALLOWED) == []


@pytest.mark.parametrize("line", [
    'socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = 3',
    '12 socket(AF_INET6, SOCK_DGRAM, IPPROTO_IP) = 3<UDPv6:[7]>',
    '12 socket(AF_NETLINK, SOCK_RAW|SOCK_CLOEXEC, NETLINK_ROUTE) = 3',
    '12 sendto(3, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("9.9.9.9")}, 16) = 1',
    '12 openat(AT_FDCWD</home/ana>, "/home/ana/notes", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 4',
    '12 openat(AT_FDCWD</home/ana/Documentos>, "a.pdf", O_RDWR) = 4',
    '12 open("/home/ana/.local/share/fichero/../other", O_WRONLY) = 4',
    '12 mkdirat(5</home/ana>, "new", 0777) = 0',
    '12 openat(AT_FDCWD</home/ana>, ".local", O_WRONLY|O_CREAT, 0600) = 4',
    '12 mkdir("/home/ana/.local/share/fichero-other", 0700) = 0',
    '12 rename("/tmp/a", "/home/ana/b") = 0',
    '12 unlink("/home/ana/Documentos/a.pdf") = 0',
    '12 symlink("/tmp/link", "/home/ana/link") = 0',
    '12 utimensat(AT_FDCWD</home/ana>, "/home/ana/Documentos/a.pdf", NULL, 0) = 0',
])
def test_what_is_an_offence(line: str) -> None:
    assert len(offences([line], ALLOWED)) == 1


def test_calls_that_another_thread_cut_in_two_are_joined() -> None:
    lines = ['7 socket(AF_INET, SOCK_STREAM <unfinished ...>', '8 close(3) = 0', '7 <... socket resumed>, 0) = 5']
    assert offences(lines, ALLOWED) == ["socket AF_INET, SOCK_STREAM, 0"]


def test_a_trace_that_saw_nothing_is_no_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "short").write_text("12 +++ exited with 0 +++\n")
    assert main(["/tmp", "--", str(tmp_path / "short")]) == 1 and "did not follow" in capsys.readouterr().out
    (tmp_path / "long").write_text('12 openat(AT_FDCWD</tmp>, "a", O_RDONLY) = 4\n' * 200)
    assert main(["/tmp", "--", str(tmp_path / "long")]) == 0
    (tmp_path / "long").write_text('12 socket(AF_INET, SOCK_STREAM, 0) = 4\n' * 200)
    assert main(["/tmp", "--", str(tmp_path / "long")]) == 1


def test_the_check_follows_all_calls_that_are_looked_for() -> None:
    script = (Path(__file__).resolve().parents[2] / "packaging" / "check" / "inside.sh").read_text()
    assert f"calls={CALLS}\n" in script
