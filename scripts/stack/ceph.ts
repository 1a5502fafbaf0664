import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findFreePort, startProcess, waitUntilReady } from './processes.ts'
import type { RunningProcess } from './processes.ts'

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'] as const
const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/bin']

/**
 * Returns the programs of Debian's packages `radosgw ceph-mon ceph-osd ceph-common` that this machine lacks.
 */
export const findMissingCephPrograms = (): string[] =>
  programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))

/** One node, in memory: for tests only. */
const buildConfiguration = (directory: string, fsid: string, monitorPort: number, frontend: string) => `
[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = [v1:127.0.0.1:${String(monitorPort)}]
ms_bind_msgr2 = false
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
auth_allow_insecure_global_id_reclaim = false
keyring = ${directory}/keyring
run_dir = ${directory}/run
admin_socket = ${directory}/run/$name.asok
log_file = ${directory}/run/$name.log
mon_data = ${directory}/mon
osd_data = ${directory}/osd
mon_data_avail_warn = 1
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
# Without these the disk daemon of a cluster without authentication dies with "wrong fsid".
osd_class_update_on_start = false
osd_crush_update_on_start = false
rgw_frontends = beast ${frontend}
rgw_enable_usage_log = false
debug_ms = 0
`

interface CephOptions {
  /** Listens also on port 443 of this address, for other machines. */
  tls?: { address: string; certificateFile: string; keyFile: string }
}

/** Starts Ceph with its S3 gateway from Debian's packages, and creates a user with a key. */
export const startCeph = async (
  directory: string,
  onLine: (line: string) => void,
  { tls }: CephOptions = {},
) => {
  const monitorPort = await findFreePort()
  const listen = `127.0.0.1:${String(await findFreePort())}`
  const frontend = tls
    ? `endpoint=${listen} ssl_endpoint=${tls.address}:443 ssl_certificate=${tls.certificateFile} ssl_private_key=${tls.keyFile}`
    : `endpoint=${listen}`
  const fsid = randomUUID()
  const file = join(directory, 'ceph.conf')
  const env = { PATH: folders.join(':'), CEPH_CONF: file }
  const running: RunningProcess[] = []
  const run = async (program: (typeof programs)[number], ...args: string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { env, timeout: 60_000 })).stdout
  const start = (program: (typeof programs)[number], ...args: string[]): RunningProcess => {
    const daemon = startProcess(program, ['-f', '-c', file, ...args], { cwd: directory, env, onLine })
    running.push(daemon)
    return daemon
  }
  const stop = async () => {
    for (const daemon of running.toReversed()) await daemon.stop()
  }
  try {
    for (const name of ['mon', 'osd', 'run']) await mkdir(join(directory, name), { recursive: true })
    await writeFile(file, buildConfiguration(directory, fsid, monitorPort, frontend))
    await writeFile(join(directory, 'keyring'), '')
    const map = join(directory, 'monmap')
    const address = `[v1:127.0.0.1:${String(monitorPort)}]`
    await run('monmaptool', '--create', '--clobber', '--fsid', fsid, '--addv', 'a', address, map)
    await run('ceph-mon', '-c', file, '--mkfs', '-i', 'a', '--monmap', map)
    start('ceph-mon', '-i', 'a')
    await run('ceph-osd', '-c', file, '-i', '0', '--mkfs', '--osd-uuid', randomUUID())
    // The memory store generates its own id, which the cluster must use.
    const id = (await readFile(join(directory, 'osd/fs_fsid'), 'utf8').catch(() => undefined)) ?? ''
    const diskId = id.trim() || (await readFile(join(directory, 'osd/fsid'), 'utf8')).trim()
    await run('ceph', '-c', file, 'osd', 'new', diskId)
    await run('ceph', '-c', file, 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default')
    start('ceph-osd', '-i', '0')
    const endpoint = `http://${listen}`
    const startGateway = async (): Promise<RunningProcess> => {
      const gateway = start('radosgw', '-n', 'client.rgw')
      await waitUntilReady(endpoint, gateway)
      return gateway
    }
    const gateway = await startGateway()
    const key = { id: randomUUID(), secret: randomUUID() }
    await run(
      ...(['radosgw-admin', '-c', file, 'user', 'create', '--uid=test', '--display-name=test'] as const),
      `--access-key=${key.id}`,
      `--secret-key=${key.secret}`,
    )
    return { endpoint, keyId: key.id, secret: key.secret, gateway, startGateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
