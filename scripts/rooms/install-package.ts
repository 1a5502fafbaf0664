import { basename, join } from 'node:path'

import { prepareDebian, startMachine } from '../stack/machine.ts'
import type { Machine } from '../stack/machine.ts'
import { root } from '../stack/stack.ts'
import { host, manager, url } from './room.ts'
import type { Organisation, Room } from './room.ts'
import { hostAddress } from './server.ts'

/** Packages of Debian that ours needs and recommends. */
const downloads = ['readstat', 'postgresql', 'nginx', 'pgbackrest', 'restic']

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
export const startPackageServer = async (): Promise<Machine> =>
  startMachine(await prepareDebian({ downloads }), 1)

/** Puts the package on the server. */
export const openPackageRoom = async (
  machine: Machine,
  deb: string,
  { authority, certificate, mail }: Organisation,
): Promise<Room> => {
  await machine.put(authority.file, '/usr/local/share/ca-certificates/ministry.crt')
  await machine.run('update-ca-certificates')
  await machine.put(certificate.certificateFile, '/etc/ssl/survey.crt')
  await machine.put(certificate.keyFile, '/etc/ssl/survey.key')
  await machine.run('cat >> /etc/hosts', `127.0.0.1 ${host}\n`)
  await machine.put(join(root, 'demo/household.xlsx'), '/root/household.xlsx')
  await machine.put(deb, `/root/${basename(deb)}`)
  return {
    commands: [
      `apt-get install -y /root/${basename(deb)}`,
      [
        `baseline setup --url ${url} --smtp smtps://${hostAddress}:${String(mail.smtpPort)}`,
        `--mail-from 'Survey <survey@ministry.example>' --certificate /etc/ssl/survey.crt --key /etc/ssl/survey.key`,
      ].join(' '),
      'baseline doctor',
      `baseline user invite ${manager.email} manager`,
      'baseline survey load /root/household.xlsx --status open',
    ],
    inspect: async () => {
      const failed = await machine.run('systemctl --failed --plain --no-legend')
      if (failed) console.log(`failed units:\n${failed}`)
      return (await measureExposure(machine)) && !failed
    },
  }
}
