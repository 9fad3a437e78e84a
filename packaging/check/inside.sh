# Run by check.sh as an ordinary user of a system without Python and without network: `inside.sh command|window|archive|ocr`.
# What it finds goes to ~/results/PART, a line each, and ~/results/PART.done says that it came to its end.
part=$1
cd "$HOME" || exit 1
results=$HOME/results
out=$results/$part
data=$HOME/.local/share/fichero
: > "$out"
pass() { echo "passed $*" >> "$out"; }
fault() { echo "FAILED $*" >> "$out"; }
told() { echo "told $*" >> "$out"; }
# check NAME COMMAND...
check() { name=$1; shift; if "$@" >"$results/last" 2>&1; then pass "$name"; else fault "$name: $(tail -n 2 "$results/last" | tr '\n' ' ')"; fi; }
# says WORDS COMMAND...: the command ends well and says these words
says() { words=$1; shift; "$@" >"$results/said" 2>"$results/complained" && grep -qF -- "$words" "$results/said"; }
calls=socket,socketpair,connect,bind,listen,sendto,sendmsg,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,chown,lchown,fchownat,unlink,unlinkat,rmdir,utimensat,setxattr,lsetxattr,chdir,fchdir
# traced NAME COMMAND...
traced() { trace=$results/$1.trace; shift; strace -f --seccomp-bpf -y -s 4096 -e trace=$calls -o "$trace" "$@"; }
milliseconds() { date +%s%N | cut -c1-13; }

case $part in
command)
    check "no network interface but the closed loopback" sh -c '[ -z "$(sed 1,2d /proc/net/dev | grep -v "^ *lo:")" ]'
    before=$(milliseconds); fichero --version > "$results/version"; told "cold start of --version: $(($(milliseconds) - before)) ms"
    check "--version says the revision and the models" sh -c "grep -q 'revisi' $results/version && grep -q multilingual $results/version"
    check "models verify" says '"ok": true' fichero models verify --json
    before=$(milliseconds)
    check "index" traced index fichero index --json "$HOME/Documentos"
    told "indexing took $(($(milliseconds) - before)) ms: $(head -c 160 "$results/last")"
    check "search finds the answer" says 'acta_junta_2024.pdf' fichero search --json --top 3 -- '¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?'
    check "search finds a code" says 'codigos_de_error.xlsx' fichero search --json --top 3 -- 'E-4032'
    check "search, traced" traced search fichero search --json -- 'obras del ascensor'
    check "chunks" says '"chunk_id"' fichero chunks --json "$HOME/Documentos/sample/comunidad/acta_junta_2024.pdf"
    check "status" says '"stage": "complete"' fichero status --json
    check "errors names the encrypted document" says '"encrypted"' fichero errors --json
    check "doctor finds the index sound" says '"ok": true' fichero doctor --json
    check "help in Spanish" says 'Busca' fichero --help
    check "an assistant is served" sh -c 'echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}" | fichero mcp | grep -q serverInfo'
    check "the index is readable by its owner alone" sh -c "[ -z \"\$(find $data -perm /077 ! -type l)\" ]"
    ;;
window)
    Xvfb :7 -screen 0 1280x800x24 -nolisten tcp -fbdir "$results" >/dev/null 2>&1 &
    server=$!
    export DISPLAY=:7
    for _ in $(seq 100); do [ -e /tmp/.X11-unix/X7 ] && break; sleep 0.1; done
    wanted() { xdotool search --onlyvisible --name Fichero 2>/dev/null | head -n 1; }
    # The first start is measured without strace, the second one is followed.
    before=$(milliseconds)
    fichero & program=$!
    for _ in $(seq 600); do [ -n "$(wanted)" ] && break; sleep 0.05; done
    took=$(($(milliseconds) - before))
    told "cold start of the window: $took ms"
    if [ "$took" -le 3000 ]; then pass "the window is there within 3 s"; else told "the window took longer than 3 s"; fi
    sleep 5
    xdotool windowfocus --sync "$(wanted)" key ctrl+q
    check "the window closes with status 0" wait $program

    strace -f --seccomp-bpf -y -s 4096 -e trace=$calls -o "$results/window.trace" fichero & program=$!
    for _ in $(seq 1200); do [ -n "$(wanted)" ] && break; sleep 0.1; done
    window=$(wanted)
    xdotool windowmove "$window" 0 0 windowsize "$window" 1280 800 windowfocus --sync "$window"
    sleep 15
    xdotool key ctrl+l key ctrl+a type --delay 40 'derrama del ascensor por vivienda'
    sleep 30
    cp "$results/Xvfb_screen0" "$results/screen.xwd"
    xdotool windowfocus --sync "$window" key ctrl+q
    check "the traced window closes with status 0" wait $program
    check "the window's log names no fault" sh -c "! grep -E ' (ERROR|CRITICAL) ' $data/logs/*.log"
    check "the temporary folder is empty" sh -c '[ -z "$(ls -A $TMPDIR)" ]'
    check "nothing is left in shared memory" sh -c '[ -z "$(ls -A /dev/shm)" ]'
    check "no process of Fichero is left" sh -c '! pgrep -x fichero'
    check "what the window wrote is readable by its owner alone" sh -c "[ -z \"\$(find $data -perm /077 ! -type l)\" ]"
    kill $server
    ;;
ocr)
    check "a picture of text is read" fichero index --ocr "$HOME/Escaneados"
    check "and found" says 'factura.png' fichero search --json -- '7431'
    check "every component of the add-on has its licence text" sh -c 'ls /usr/lib/fichero/_internal/licences-ocr/*.txt && ls /usr/lib/fichero/_internal/licences-ocr/licences.json'
    ;;
archive)
    cp -a /portable "$HOME/portable"       # unpacked before: this system is too small to have xz
    check "the archive's start script keeps the data beside the program" sh -c "$HOME/portable/start-portable.sh index $HOME/Documentos/sample && [ -e $HOME/portable/fichero-data/catalog.sqlite ]"
    check "the archive's program finds" says 'acta_junta_2024.pdf' "$HOME/portable/fichero" search --json -- 'derrama del ascensor'
    check "forget removes everything" sh -c "$HOME/portable/fichero forget --yes && [ ! -e $HOME/portable/fichero-data ] && [ ! -e $HOME/portable/fichero-portable ]"
    check "the index moves to another folder" sh -c "fichero settings set index_folder $HOME/vault && [ -e $HOME/vault/catalog.sqlite ] && [ ! -e $data/catalog.sqlite ]"
    check "and is used there" says 'acta_junta_2024.pdf' fichero search --json -- 'derrama del ascensor'
    mv "$HOME/vault" "$HOME/locked" && mkdir "$HOME/vault"
    check "a locked folder is no new index" sh -c "! fichero search --json -- ascensor 2> $results/away && grep -q vault $results/away"
    rmdir "$HOME/vault" && mv "$HOME/locked" "$HOME/vault"
    check "and back" sh -c "fichero settings unset index_folder && [ -e $data/catalog.sqlite ] && [ ! -e $HOME/vault ]"
    ;;
esac
rm -f "$results/last" "$results/said" "$results/complained"
: > "$out.done"
