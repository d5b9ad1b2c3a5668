#!/bin/sh
# For the .deb of electron-builder; words in braces are filled in by it. The files are gone by now; a running app, of whatever person, is ended here.
# (After an upgrade as well: it would read its windows from a package that is no longer there.)
set -e
[ "$1" = upgrade ] || rm -f '/usr/bin/${executable}'
program='/opt/${sanitizedProductName}/${executable}'

running() {
  for link in /proc/[0-9]*/exe; do
    # The name ends in " (deleted)" once the file was removed or replaced.
    case $(readlink "$link" 2>/dev/null) in
      "$program" | "$program (deleted)") link=${link#/proc/}; printf '%s ' "${link%/exe}" ;;
    esac
  done
}

# The app itself, not Chromium's helpers: it ends those, and an app whose helpers go first crashes instead of closing.
apps() {
  for pid in $(running); do
    # Chromium's helpers rewrite their command line: words end in spaces there, elsewhere in null bytes.
    tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -q ' --type=' || printf '%s ' "$pid"
  done
}

# Asked to quit, the app closes its log in order; after five seconds it is ended.
pids=$(apps)
[ -z "$pids" ] || kill -TERM $pids 2>/dev/null || true
waited=0
# Each is looked at by itself: a look at all processes takes longer than the pause.
for pid in $pids; do
  while kill -0 "$pid" 2>/dev/null && [ "$waited" -lt 50 ]; do
    sleep 0.1
    waited=$((waited + 1))
  done
done
pids=$(running)
[ -z "$pids" ] || kill -KILL $pids 2>/dev/null || true
exit 0
