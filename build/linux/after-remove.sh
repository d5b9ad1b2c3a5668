#!/bin/sh
# For the .deb of electron-builder. Its files are gone by now; a running app is ended here.
set -e
[ "$1" = upgrade ] || rm -f '/usr/bin/${executable}'
for link in /proc/[0-9]*/exe; do
  case $(readlink "$link" 2>/dev/null) in
    '/opt/${sanitizedProductName}/${executable}'*) pid=$(basename "$(dirname "$link")"); kill -TERM "$pid" 2>/dev/null || true ;;
  esac
done
exit 0
