"""Which folders are network drives: what others change there, the system does not tell."""

from __future__ import annotations

import logging

log = logging.getLogger(__name__)

_NETWORK = frozenset({
    "nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afpfs", "webdav", "davfs", "9p", "ceph",
    "glusterfs", "lustre", "gpfs", "beegfs", "afs", "coda", "ocfs2", "gfs2", "vboxsf", "vmhgfs", "prl_fs", "drvfs",
    "macfuse", "osxfuse",
})
_LOCAL_FUSE = frozenset({"fuse.portal", "fuse.lxcfs", "fuse.snapfuse", "fuse.ntfs-3g", "fuse.exfat", "fuse.gocryptfs"})


def network_mounts() -> list[str]:
    """Where file systems are mounted whose changes may be made elsewhere. Asks only the system's table: never waits."""
    import psutil

    try:
        partitions = psutil.disk_partitions(all=True)
    except OSError as error:
        log.warning("what is mounted cannot be told: %s", error.strerror)
        return []
    return [part.mountpoint for part in partitions if _is_network(part.fstype.lower(), part.opts.lower().split(","))]


def _is_network(kind: str, options: list[str]) -> bool:
    if "remote" in options:             # Windows
        return True
    return kind in _NETWORK or (kind.startswith("fuse.") and kind not in _LOCAL_FUSE)
