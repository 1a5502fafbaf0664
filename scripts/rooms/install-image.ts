import { join } from 'node:path'

import { prepareDebian, startMachine } from '../stack/machine.ts'
import type { Machine } from '../stack/machine.ts'
import { root } from '../stack/stack.ts'
import { preparePostgresImage } from './postgres-image.ts'
import { fileOfRelease, host, mailHost, readFiveCommands } from './room.ts'
import type { Organisation, Room } from './room.ts'
import { hostAddress } from './server.ts'

const packages = ['podman', 'podman-compose', 'nftables', 'crun', 'netavark', 'aardvark-dns', 'dnsmasq']
const folder = '/srv/baseline'
const postgresImage = 'localhost/postgres:17'

/** Starts a Debian server with podman. */
export const startImageServer = async (): Promise<Machine> =>
  startMachine(await prepareDebian({ packages }), 2, { runsContainers: true })

/** Starts a name server that knows the mail server, because containers look names up by DNS only. */
const startNameServer = async (machine: Machine): Promise<void> => {
  const settings = [
    'no-resolv',
    'bind-interfaces',
    `listen-address=${machine.address}`,
    `address=/${mailHost}/${hostAddress}`,
  ]
  await machine.run('cat > /etc/dnsmasq.d/ministry.conf', `${settings.join('\n')}\n`)
  await machine.run(`systemctl restart dnsmasq && echo nameserver ${machine.address} > /etc/resolv.conf`)
}

/** Puts an image of PostgreSQL and the files of the release on the server. */
export const openImageRoom = async (
  machine: Machine,
  files: { image: string; compose: string },
  { authority, certificate }: Organisation,
): Promise<Room> => {
  await machine.put(authority.file, '/usr/local/share/ca-certificates/ministry.crt')
  await machine.run(`update-ca-certificates; mkdir -p ${folder}/tls ${folder}/config`)
  await machine.put(certificate.certificateFile, `${folder}/tls/survey.crt`)
  await machine.put(certificate.keyFile, `${folder}/tls/survey.key`)
  await machine.put(join(root, 'demo/household.xlsx'), `${folder}/household.xlsx`)
  await machine.put(files.image, `${folder}/${fileOfRelease('oci.tar')}`)
  await machine.put(files.compose, `${folder}/compose.yaml`)
  await machine.run('cat >> /etc/hosts', `127.0.0.1 ${host}\n`)
  await startNameServer(machine)
  await machine.put(await preparePostgresImage(), '/var/tmp/postgres.tar')
  await machine.run(
    `podman import --change 'ENTRYPOINT ["start-postgres"]' --change 'ENV PATH=/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin' /var/tmp/postgres.tar ${postgresImage}`,
  )
  await machine.run(`cat > ${folder}/.env`, `POSTGRES_IMAGE=${postgresImage}\n`)
  return {
    commands: await readFiveCommands('containers.md', machine, `cd ${folder}`),
    inspect: async () => {
      const users = await machine.run(
        `podman ps --format '{{.Names}}' | while read name; do echo "$name $(podman inspect --format '{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.EffectiveCaps}}' $name)"; done`,
      )
      console.log(users)
      const own = users.split('\n').filter((line) => !line.includes('database'))
      return own.length >= 6 && own.every((line) => line.endsWith('10001:10001 true []'))
    },
  }
}
