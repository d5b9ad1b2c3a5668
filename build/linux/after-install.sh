#!/bin/sh
# For the .deb of electron-builder, which puts the app below /opt; words in braces are filled in by it.
set -e
ln -sf '/opt/${sanitizedProductName}/resources/bin/agent-mascot' '/usr/bin/${executable}'
chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox' || true
command -v update-desktop-database >/dev/null && update-desktop-database -q /usr/share/applications || true
exit 0
