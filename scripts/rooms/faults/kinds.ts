import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Machine } from '../../stack/machine.ts'
import type { RunningCluster } from './cluster.ts'

const execute = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args)).stdout
const setLink = (machine: Machine, state: 'up' | 'down') => execute('ip', 'link', 'set', machine.name, state)

type Repair = () => Promise<unknown>

export interface Kind {
  name: string
  /** Breaks something. Returns what a person does to repair it. */
  inject: (cluster: RunningCluster) => Promise<Repair>
  /** Whether calls succeed again without a person. Otherwise the fault lasts for some seconds. */
  recoversAlone: boolean
  /** In the run of CI too. */
  isSmall?: boolean
  /** Work that must succeed after the repair, besides calls. */
  check?: 'export' | 'mail'
  /** Concerns files in a folder, or in a bucket; otherwise both. */
  files?: 'folder' | 'bucket'
}

const nothing: Repair = () => Promise.resolve()

/** Ends a server as a loss of power does: it sends nothing any more, and its processes end. */
const powerOff = async (machine: Machine): Promise<Repair> => {
  await setLink(machine, 'down')
  await machine.kill()
  return async () => {
    // The address of users is configuration of a running server, and not kept.
    await execute('ip', '-n', machine.name, 'address', 'flush', 'dev', 'host0')
    await execute('ip', '-n', machine.name, 'address', 'add', `${machine.address}/24`, 'dev', 'host0')
    await setLink(machine, 'up')
    await machine.start()
  }
}

/** Drops the traffic of PostgreSQL between a server and others, in both directions. */
const cutReplication = async (machine: Machine, others: readonly Machine[]): Promise<Repair> => {
  const change = async (action: '-I' | '-D') => {
    for (const { address } of others)
      for (const [chain, side] of [
        ['INPUT', '-s'],
        ['OUTPUT', '-d'],
      ] as const)
        for (const port of ['--sport', '--dport'])
          await execute(
            'ip',
            ...`netns exec ${machine.name} iptables -w ${action} ${chain} -p tcp`.split(' '),
            ...`${side} ${address} ${port} 5432 -j DROP`.split(' '),
          )
  }
  await change('-I')
  return () => change('-D')
}

/** Discards what a server sends to others. Users and the services still reach it. */
const cutFrom = async (machine: Machine, others: readonly Machine[]): Promise<Repair> => {
  const change = async (action: 'add' | 'delete') => {
    for (const { address } of others)
      await execute('ip', '-n', machine.name, 'route', action, 'blackhole', `${address}/32`)
  }
  await change('add')
  return () => change('delete')
}

const killUnits =
  (...units: string[]) =>
  async (cluster: RunningCluster): Promise<Repair> => {
    const machine = await cluster.findServices()
    await machine.run(`systemctl kill --signal=KILL ${units.join(' ')}`)
    return nothing
  }

const others = (cluster: RunningCluster, machine: Machine): Machine[] =>
  cluster.databases.map((database) => database.machine).filter((one) => one !== machine)

/** Changes the clock of one api of the server that users reach. */
const shiftClock =
  (offset: string) =>
  async (cluster: RunningCluster): Promise<Repair> => {
    const machine = await cluster.findServices()
    const folder = '/run/systemd/system/baseline-api@4000.service.d'
    const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
    // The clock that measures durations stays as it is, as on a server whose time is changed.
    const lines = `[Service]\nEnvironment=LD_PRELOAD=${library} FAKETIME=${offset} FAKETIME_DONT_FAKE_MONOTONIC=1\n`
    await machine.run(`mkdir -p ${folder} && cat > ${folder}/clock.conf`, lines)
    await machine.run('systemctl daemon-reload && systemctl restart baseline-api@4000')
    return () =>
      machine.run(`rm -r ${folder} && systemctl daemon-reload && systemctl restart baseline-api@4000`)
  }

export const kinds: readonly Kind[] = [
  {
    name: 'leader: processes killed',
    recoversAlone: true,
    isSmall: true,
    inject: async (cluster) => {
      const { machine } = await cluster.findDatabase('leader')
      await machine.kill()
      return () => machine.start()
    },
  },
  { name: 'api: one killed', recoversAlone: true, isSmall: true, inject: killUnits('baseline-api@4000') },
  { name: 'worker: killed', recoversAlone: true, isSmall: true, inject: killUnits('baseline-worker') },
  { name: 'identity: killed', recoversAlone: true, isSmall: true, inject: killUnits('baseline-identity') },
  {
    name: 'network: leader cut from the other database servers',
    recoversAlone: true,
    isSmall: true,
    inject: async (cluster) => {
      const { machine } = await cluster.findDatabase('leader')
      return cutFrom(machine, others(cluster, machine))
    },
  },
  {
    name: 'network: replication cut between leader and standby',
    recoversAlone: true,
    inject: async (cluster) => {
      const { machine } = await cluster.findDatabase('leader')
      const standby = await cluster.findDatabase('sync_standby')
      return cutReplication(machine, [standby.machine])
    },
  },
  {
    name: 'leader: power lost',
    recoversAlone: true,
    inject: async (cluster) => powerOff((await cluster.findDatabase('leader')).machine),
  },
  {
    name: 'mail server: down',
    recoversAlone: false,
    check: 'mail',
    inject: async (cluster) => {
      await cluster.mailServer.stop()
      return () => cluster.mailServer.start()
    },
  },
  {
    name: 'PostgreSQL of the leader: killed',
    recoversAlone: true,
    inject: async (cluster) => {
      const { machine } = await cluster.findDatabase('leader')
      await machine.run('kill -9 $(head -1 /var/lib/postgresql/17/baseline/postmaster.pid)')
      return nothing
    },
  },
  {
    name: 'api: both of a server killed',
    recoversAlone: true,
    inject: killUnits('baseline-api@4000', 'baseline-api@4002'),
  },
  {
    name: 'files: disk full',
    recoversAlone: false,
    files: 'folder',
    check: 'export',
    inject: async ({ files }) => {
      await files.fill()
      return files.clear
    },
  },
  {
    name: 'synchronous standby: power lost',
    recoversAlone: true,
    inject: async (cluster) => powerOff((await cluster.findDatabase('sync_standby')).machine),
  },
  {
    name: 'clock of an api: 10 minutes ahead',
    recoversAlone: false,
    inject: shiftClock('+10m'),
  },
  {
    name: 'services server: power lost',
    recoversAlone: true,
    inject: async (cluster) => powerOff(await cluster.findServices()),
  },
  {
    name: 'leader: disk full',
    recoversAlone: false,
    inject: async (cluster) => {
      const { disk } = await cluster.findDatabase('leader')
      await disk.fill()
      return disk.clear
    },
  },
  {
    name: 'HAProxy: killed',
    recoversAlone: true,
    inject: killUnits('haproxy'),
  },
  {
    name: 'files: storage refuses to write',
    recoversAlone: false,
    files: 'folder',
    check: 'export',
    inject: async ({ files }) => {
      await files.setReadOnly(true)
      return () => files.setReadOnly(false)
    },
  },
  {
    name: 'files: object storage down',
    recoversAlone: false,
    files: 'bucket',
    check: 'export',
    inject: async ({ storage }) => {
      await storage?.stop()
      return async () => storage?.start()
    },
  },
  {
    name: 'etcd of the leader: killed',
    recoversAlone: true,
    inject: async (cluster) => {
      const { machine } = await cluster.findDatabase('leader')
      await machine.run('systemctl kill --signal=KILL etcd')
      return nothing
    },
  },
  {
    name: 'clock of an api: 10 minutes behind',
    recoversAlone: false,
    inject: shiftClock('-10m'),
  },
  {
    name: 'edge: nginx killed',
    recoversAlone: true,
    inject: async (cluster) => {
      const machine = await cluster.findServices()
      await machine.run('systemctl kill --signal=KILL nginx')
      return () => machine.run('systemctl restart nginx')
    },
  },
]

/**
 * The positive control: with asynchronous replication, what the leader acknowledges while no standby receives it is
 * lost with the leader. Returns the repair.
 */
export const loseAsynchronously = async (cluster: RunningCluster): Promise<Repair> => {
  const { machine } = await cluster.findDatabase('leader')
  const heal = await cutReplication(machine, others(cluster, machine))
  await sleep(4_000)
  const start = await powerOff(machine)
  return async () => {
    await heal()
    await start()
  }
}
