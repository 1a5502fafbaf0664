/** Packages of Debian on the servers of the cluster. Both kinds of server use one folder, which saves disk. */
export const clusterPackages = (
  'postgresql patroni python3-etcd etcd-server etcd-client pgbackrest ' +
  'haproxy keepalived nginx-light readstat openssl gettext-base curl faketime'
).split(' ')
