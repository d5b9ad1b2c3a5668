#!/bin/sh
# Before the files go: ends every running Agent Mascot, of whatever person, so that no process stays behind.
# (Before an upgrade as well: a running app would read its windows from a package that is no longer there.)
set -e
program=/usr/lib/agent-mascot/agent-mascot

running() {
  for link in /proc/[0-9]*/exe; do
    # The name ends in " (deleted)" once the file was replaced.
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
