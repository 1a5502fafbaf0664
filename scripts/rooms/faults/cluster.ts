/** The servers of docs/operations/high-availability.md, set up by the commands of that page. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { startCeph } from '../../stack/ceph.ts'
import { prepareDebian, startMachine } from '../../stack/machine.ts'
import type { Machine } from '../../stack/machine.ts'
import { startMailCatcher } from '../../stack/mail-catcher.ts'
import { root } from '../../stack/stack.ts'
import { createAuthority } from '../authority.ts'
import { readPage } from '../read-page.ts'
import type { Step } from '../read-page.ts'
import { findPackage } from '../server.ts'
import { createDisk } from './disk.ts'
import type { Disk } from './disk.ts'
import { clusterPackages } from './packages.ts'

const indexes = { database: [60, 61, 62], services: [63, 64] } as const
/** Addresses of users, of the mail server and of the object storage. The machines have those below. */
const [usersAddress, mailAddress, storageAddress] = ['10.79.0.89', '10.79.0.88', '10.79.0.87']
/** The names that the page uses. */
const [productName, mailName, storageName] = [
  'survey.ministry.example',
  'mail.ministry.example',
  'storage.ministry.example',
]
const bucket = 'survey-files'

const page = 'high-availability.md'
const templates = 'root/ops/high-availability'

/** A database server in the answer of Patroni. */
interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

/** Adapts the settings to the test, which has less memory and smaller disks than the template assumes. */
const shrinkDatabase = async (machine: Machine): Promise<void> => {
  const file = join(machine.root, 'root/ops/postgresql.conf')
  const text = (await readFile(file, 'utf8'))
    .replace(/^shared_buffers = .*/m, 'shared_buffers = 256MB')
    .replace(/^effective_cache_size = .*/m, 'effective_cache_size = 1GB')
    .replace(/^maintenance_work_mem = .*/m, 'maintenance_work_mem = 64MB')
    .replace(/^max_wal_size = .*/m, 'max_wal_size = 512MB')
  await writeFile(file, text)
}

/** Starts an object storage with a bucket. */
const startStorage = async (folder: string, authority: ReturnType<typeof createAuthority>) => {
  const { certificateFile, keyFile } = authority.issue(storageName)
  const ceph = await startCeph(folder, () => {}, {
    tls: { address: storageAddress, certificateFile, keyFile },
  })
  let { gateway } = ceph
  await promisify(execFile)('curl', [
    ...'--fail --silent --show-error --request PUT --aws-sigv4 aws:amz:us-east-1:s3 --user'.split(' '),
    `${ceph.keyId}:${ceph.secret}`,
    `${ceph.endpoint}/${bucket}`,
  ])
  return {
    keyId: ceph.keyId,
    secret: ceph.secret,
    /** Ends the process that answers calls. */
    stop: () => gateway.stop(),
    start: async () => {
      gateway = await ceph.startGateway()
    },
    remove: ceph.stop,
  }
}

interface ClusterOptions {
  /** Stores the files in an object storage instead of a shared folder. */
  withBucket: boolean
  log: (line: string) => void
}

/** Starts the servers, and does the steps of the page in the sections up to and including `Check`. */
export const startCluster = async ({ withBucket, log }: ClusterOptions) => {
  const removals: (() => Promise<unknown>)[] = []
  const remove = async () => {
    for (const step of removals.toReversed()) await step().catch((error: unknown) => log(String(error)))
  }
  try {
    const base = await prepareDebian({ packages: clusterPackages })
    const deb = await findPackage()
    const folder = await mkdtemp('/var/tmp/baseline-cluster-')
    removals.push(() => rm(folder, { recursive: true, force: true }))
    const authority = createAuthority(folder)
    const backups = join(folder, 'backups')
    await mkdir(backups)
    const createTestDisk = async (megabytes: number) => {
      const disk = await createDisk(megabytes)
      removals.push(disk.remove)
      return disk
    }
    const files = await createTestDisk(4096)
    const start = async (index: number, folders: Record<string, string>) => {
      const machine = await startMachine(base, index, { folders })
      removals.push(machine.remove)
      return machine
    }

    const databases: { machine: Machine; disk: Disk }[] = []
    for (const index of indexes.database) {
      const disk = await createTestDisk(4096)
      const machine = await start(index, {
        '/var/lib/postgresql': disk.folder,
        '/var/lib/baseline-backup': backups,
      })
      await machine.run('systemctl disable --quiet --now nginx haproxy keepalived')
      databases.push({ machine, disk })
    }
    const services: Machine[] = []
    for (const index of indexes.services)
      services.push(await start(index, withBucket ? {} : { '/var/lib/baseline/files': files.folder }))
    const { certificateFile, keyFile } = authority.issue(productName)
    for (const machine of services) {
      await machine.run('systemctl disable --quiet --now etcd postgresql')
      for (const [from, to] of [
        [deb, 'root/baseline-survey_test.deb'],
        [certificateFile, 'etc/ssl/survey.pem'],
        [keyFile, 'etc/ssl/private/survey.key'],
        [authority.file, 'usr/local/share/ca-certificates/ministry.crt'],
        [join(root, 'demo/household.xlsx'), 'root/household.xlsx'],
      ] as const)
        await machine.put(from, to)
      const names = `${mailAddress} ${mailName}\n${usersAddress} ${productName}\n${storageAddress} ${storageName}\n`
      await machine.run('update-ca-certificates && cat >> /etc/hosts', names)
    }
    const ip = (...args: string[]) => promisify(execFile)('ip', args)
    for (const address of [mailAddress, storageAddress]) {
      await ip('address', 'add', `${address}/24`, 'dev', 'baseline0').catch(() => undefined)
      removals.push(() => ip('address', 'delete', `${address}/24`, 'dev', 'baseline0'))
    }
    const storage = withBucket ? await startStorage(folder, authority) : undefined
    if (storage) removals.push(storage.remove)
    const mailOptions = { smtp: 465, tls: { host: mailAddress, ...authority.issue(mailName) } }
    let mail = await startMailCatcher(mailOptions)
    removals.push(() => mail.stop())
    const { mails } = mail

    const machines: Record<string, Machine> = {}
    databases.forEach(({ machine }, index) => (machines[`database-${String(index + 1)}`] = machine))
    services.forEach((machine, index) => (machines[`services-${String(index + 1)}`] = machine))
    const [first, second] = services as [Machine, Machine]

    const runStep = async ({ servers, commands: written }: Step): Promise<void> => {
      if (written.includes('STORAGE_URL=') && !storage) return
      const commands = written
        .replace('KEY-ID', storage?.keyId ?? '')
        .replace('SECRET-KEY', storage?.secret ?? '')
      const chosen = Object.entries(machines).filter(
        ([name]) => name === servers || name.startsWith(`${servers}-`),
      )
      if (chosen.length === 0) throw new Error(`the page has commands for ${servers}, which is no server`)
      await Promise.all(
        chosen.map(async ([name, machine]) => {
          const result = await machine.try(`set -e; cd /root; SERVER=${name.slice(-1)}\n${commands}`)
          if (result.code === 0) return
          const journal = await machine.try('journalctl --lines=40 --no-pager --output=cat')
          throw new Error(`${name}: ${commands}${result.output}\n${journal.output}`)
        }),
      )
    }
    /** Does the work that the page leaves to the operator, before the commands that need it. */
    const byHand = async ({ commands }: Step): Promise<void> => {
      if (commands.includes('create-secrets')) {
        const addresses = Object.entries(machines).map(
          ([name, { address }]) => `${name.toUpperCase().replace('-', '_')}=${address}`,
        )
        const text = [...addresses, `SERVICES_ADDRESS=${usersAddress}`, ''].join('\n')
        await writeFile(join(first.root, templates, 'cluster.env'), text)
        await shrinkDatabase(first)
      }
      if (commands.includes('configure-database'))
        for (const machine of Object.values(machines).filter((one) => one !== first))
          await cp(join(first.root, 'root/ops'), join(machine.root, 'root/ops'), { recursive: true })
      if (commands.startsWith('baseline setup'))
        await cp(join(first.root, 'etc/baseline'), join(second.root, 'etc/baseline'), { recursive: true })
    }
    const steps = await readPage(page)
    const last = steps.findLastIndex(({ section }) => section.endsWith('Check'))
    for (const step of steps.slice(0, last + 1)) {
      const startedAt = performance.now()
      await byHand(step)
      await runStep(step)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      log(`page: ${step.section}, ${step.servers}: ${seconds} s`)
    }

    /** Runs a command on a database server that can. */
    const onDatabase = async (command: string): Promise<string> => {
      const deadline = performance.now() + 120_000
      for (;;) {
        for (const { machine } of databases) {
          const { code, output } = await machine.try(command)
          if (code === 0) return output
        }
        if (performance.now() > deadline) throw new Error(`no database server could run: ${command}`)
        await sleep(500)
      }
    }
    /** Reads the state as Patroni reports it. Each server asks itself. */
    const listMembers = async (): Promise<Member[]> => {
      const state = await onDatabase(
        '. /etc/baseline-cluster/server.env; curl --fail --silent --max-time 5 ' +
          '--cacert /etc/baseline-cluster/ca.pem https://$NODE_ADDRESS:8008/cluster',
      )
      return (JSON.parse(state) as { members: Member[] }).members // as Patroni documents
    }
    const isWorking = ({ state }: Member) => state === 'running' || state === 'streaming'
    const findDatabase = async (role: Member['role']) => {
      const deadline = performance.now() + 120_000
      for (;;) {
        const member = (await listMembers()).find((one) => one.role === role && isWorking(one))
        const found = databases[Number(member?.name.slice(-1)) - 1]
        if (found) return found
        if (performance.now() > deadline) throw new Error(`the cluster has no ${role}`)
        await sleep(500)
      }
    }
    return {
      databases,
      services,
      /** Disk of the files, without a bucket. */
      files,
      /** The object storage, with a bucket. */
      storage,
      url: `https://${productName}`,
      /** Address of the edge that users reach. */
      address: usersAddress,
      authority: await readFile(authority.file, 'utf8'),
      mails,
      mailServer: {
        stop: () => mail.stop(),
        start: async () => {
          mail = await startMailCatcher({ ...mailOptions, mails })
        },
      },
      patronictl: (command: string) => onDatabase(`patronictl -c /etc/patroni/config.yml ${command}`),
      findDatabase,
      /** Waits until all database servers work and one of the standbys is synchronous. */
      waitUntilWhole: async (): Promise<void> => {
        const deadline = performance.now() + 180_000
        for (;;) {
          const members = await listMembers()
          const isWhole =
            members.length === databases.length &&
            members.every(isWorking) &&
            members.some(({ role }) => role === 'leader') &&
            members.some(({ role }) => role === 'sync_standby')
          if (isWhole) return
          if (performance.now() > deadline)
            throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`)
          await sleep(500)
        }
      },
      /** The services server that has the address of users. */
      findServices: async (): Promise<Machine> => {
        for (const machine of services) {
          const { output } = await machine.try(`ip -o address show to ${usersAddress}`)
          if (output) return machine
        }
        return first
      },
      /** Rows of a query at the leader, as text. */
      query: async (sql: string): Promise<string[]> => {
        const { machine } = await findDatabase('leader')
        const output = await machine.run(`runuser -u postgres -- psql -qAt baseline`, sql)
        return output.split('\n').filter(Boolean)
      },
      runStepOf: async (section: string): Promise<void> => {
        for (const step of steps.filter((one) => one.section === section)) await runStep(step)
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
export type RunningCluster = Awaited<ReturnType<typeof startCluster>>
