#!/usr/bin/env bash
# Runs .ci/run on the last commit in a fresh Debian that has only the Node, npm and apt of this machine, with
# an empty npm cache. Needs root and debootstrap; removes the chroot at the end.
set -euo pipefail
project=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
room=$(mktemp -d /var/tmp/clean-room.XXXXXX)
chmod 755 "$room"
leave() {
  for mounted in proc sys dev/shm dev; do umount -l "$room/$mounted" 2>/dev/null || true; done
  rm -rf "$room"
}
trap leave EXIT

began=$SECONDS
debootstrap --variant=minbase --include=ca-certificates,libatomic1 "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$room" >/dev/null
# Copies the access to package sources: addresses, certificates and npm settings.
rm -f "$room/etc/apt/sources.list"
cp -r /etc/apt/. "$room/etc/apt/"
cp -r /usr/share/keyrings/. "$room/usr/share/keyrings/"
cp --remove-destination /etc/ssl/certs/ca-certificates.crt "$room/etc/ssl/certs/"
cp /etc/resolv.conf /etc/hosts "$room/etc/"
for file in /etc/npmrc /usr/etc/npmrc; do
  if [ -f "$file" ]; then mkdir -p "$room$(dirname "$file")" && cp "$file" "$room$file"; fi
done
# Copies Node and npm, nothing else.
cp "$(readlink -f "$(command -v node)")" "$room/usr/bin/node"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$room/usr/lib/node_modules"
cp -r "$npm" "$room/usr/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$room/usr/bin/npm"

git clone --quiet "file://$project" "$room/work/project"
mount -t proc proc "$room/proc"
mount --rbind /sys "$room/sys"
mount --rbind /dev "$room/dev"
echo "chroot ready after $((SECONDS - began)) s: node $(chroot "$room" node --version), npm $(chroot "$room" npm --version)"
env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin CI=true \
  NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  chroot "$room" bash /work/project/.ci/run </dev/null
echo "green after $((SECONDS - began)) s"
