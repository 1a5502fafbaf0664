import { join } from 'node:path'

import { prepareDebian, startMachine } from '../stack/machine.ts'
import type { Machine } from '../stack/machine.ts'
import { root } from '../stack/stack.ts'
import { confirmInstallations, fileOfRelease, host, mailHost, readFiveCommands } from './room.ts'
import type { Organisation, Room } from './room.ts'
import { hostAddress } from './server.ts'

/** Debian packages that our package needs and recommends, and packages that the pages install. */
const downloads = (
  'readstat postgresql nginx pgbackrest restic ' +
  'prometheus prometheus-alertmanager nftables unattended-upgrades systemd-timesyncd'
).split(' ')

const maxExposure = 3

/** Prints how exposed each service is. */
const measureExposure = async (machine: Machine): Promise<boolean> => {
  const units = await machine.run(
    `systemctl list-unit-files --plain --no-legend 'baseline*.service' | cut -d' ' -f1 | sed s/@/@4000/`,
  )
  let isLow = true
  for (const unit of units.split('\n')) {
    const output = await machine.run(`systemd-analyze security --no-pager ${unit} | tail -1`)
    const exposure = Number(/: ([\d.]+) /.exec(output)?.[1])
    console.log(`exposure ${exposure.toFixed(1)}  ${unit}`)
    isLow &&= exposure <= maxExposure
  }
  return isLow
}

/** Starts a Debian server whose packages are only in the cache of apt. */
export const startPackageServer = async (index: number): Promise<Machine> =>
  startMachine(await prepareDebian({ downloads }), index)

/** Puts the package, the certificate and the questionnaire on the server. */
export const preparePackageServer = async (
  machine: Machine,
  deb: string,
  { authority, certificate }: Organisation,
): Promise<void> => {
  await machine.put(authority.file, '/usr/local/share/ca-certificates/ministry.crt')
  await machine.run('update-ca-certificates')
  await machine.put(certificate.certificateFile, '/etc/ssl/survey.crt')
  await machine.put(certificate.keyFile, '/etc/ssl/survey.key')
  await machine.run('cat >> /etc/hosts', `127.0.0.1 ${host}\n${hostAddress} ${mailHost}\n`)
  await machine.put(join(root, 'demo/household.xlsx'), '/root/household.xlsx')
  await machine.put(deb, `/root/${fileOfRelease('amd64.deb')}`)
  await confirmInstallations(machine)
}

export const openPackageRoom = async (machine: Machine): Promise<Room> => {
  return {
    commands: await readFiveCommands('install.md', machine, 'cd /root'),
    inspect: async () => {
      const failed = await machine.run('systemctl --failed --plain --no-legend')
      if (failed) console.log(`failed units:\n${failed}`)
      return (await measureExposure(machine)) && !failed
    },
  }
}
