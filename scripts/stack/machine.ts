/**
 * Debian servers for tests: containers of systemd-nspawn with systemd as their first process, each with its own
 * address and no access to other networks. Needs root and Debian's packages `debootstrap systemd-container iproute2`.
 */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { maxBuffer: 64_000_000, encoding: 'utf8' })).stdout

/** Outside /tmp, so that later runs find the folders again. */
const folder = '/var/tmp'

const nameOf = (values: readonly string[]): string =>
  createHash('sha256').update(values.join(' ')).digest('hex').slice(0, 12)

const containerOptions = (root: string): string[] =>
  `-q -D ${root} --register=no --keep-unit --resolv-conf=off --setenv=DEBIAN_FRONTEND=noninteractive`.split(
    ' ',
  )

const apt = (path: string, ...args: string[]): Promise<string> =>
  execute('systemd-nspawn', ...containerOptions(path), '--pipe', 'apt-get', '-qq', '-y', ...args)

/** Creates a Debian 13 without any of our packages. */
const bootstrap = async (path: string): Promise<void> => {
  await execute(
    'debootstrap',
    '--variant=minbase',
    '--include=systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps',
    'trixie',
    path,
  )
  // Reaches the package source as this machine does.
  await cp('/etc/apt/apt.conf.d', join(path, 'etc/apt/apt.conf.d'), {
    recursive: true,
    filter: (file) => !file.includes('docker'),
  })
  await cp('/etc/resolv.conf', join(path, 'etc/resolv.conf'), { force: true })
  await writeFile(join(path, 'etc/apt/sources.list'), 'deb http://deb.debian.org/debian trixie main\n')
  await apt(path, 'update')
}

/** Creates the folder of a Debian, unless an earlier call has created it. */
const createOnce = async (name: string, create: (path: string) => Promise<void>): Promise<string> => {
  const path = join(folder, `baseline-debian-${name}`)
  if (existsSync(path)) return path
  const unfinished = await mkdtemp(`${path}-`)
  await create(unfinished)
  await rename(unfinished, path)
  return path
}

/**
 * Returns the folder of a Debian 13 with these packages. The cache of apt has the packages of `downloads` and
 * the packages that they recommend, so that a server without a network can install them. A later call with
 * the same packages uses the same folder.
 */
export const prepareDebian = async (options: {
  packages?: readonly string[]
  downloads?: readonly string[]
}): Promise<string> => {
  const { packages = [], downloads = [] } = options
  const bare = await createOnce('bare', bootstrap)
  return createOnce(nameOf([...packages, 'with downloads', ...downloads]), async (path) => {
    await execute('cp', '-aT', bare, path)
    // No service starts in a folder that has not been booted.
    const policy = join(path, 'usr/sbin/policy-rc.d')
    await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    if (packages.length > 0) await apt(path, 'install', '--no-install-recommends', ...packages)
    if (downloads.length > 0) await apt(path, 'install', '--download-only', ...downloads)
    await rm(policy)
  })
}

/** Returns why this machine cannot start servers for tests; undefined if it can. */
const findObstacle = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0) return 'it needs root'
  for (const program of ['debootstrap', 'systemd-nspawn', 'ip'])
    if (!['/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((path) => existsSync(join(path, program))))
      return `${program} is not installed`
  const namespaces = await execute('unshare', '--mount', '--net', '--pid', '--fork', 'true').catch(
    () => undefined,
  )
  return namespaces === undefined ? 'this machine cannot start containers' : undefined
}

/** Ends the program if something prevents it. With `--small`, as in CI, it is skipped. */
export const endBecauseOf = (obstacle: string): never => {
  const isSmall = process.argv.includes('--small')
  console.log(`${isSmall ? 'skipped' : 'impossible'}: ${obstacle}`)
  process.exit(isSmall ? 0 : 1)
}

/** Ends the program if this machine cannot start servers. */
export const requireServers = async (): Promise<void> => {
  const obstacle = await findObstacle()
  if (obstacle) endBecauseOf(obstacle)
}

/** A network of this machine to which servers are connected, with addresses 10.79.0.0/24. */
const bridge = 'baseline0'
export const openBridge = async (): Promise<void> => {
  const isOpen = await execute('ip', 'link', 'show', bridge).then(
    () => true,
    () => false,
  )
  if (isOpen) return
  await execute('ip', 'link', 'add', bridge, 'type', 'bridge')
  await execute('ip', 'address', 'add', '10.79.0.1/24', 'dev', bridge)
  await execute('ip', 'link', 'set', bridge, 'up')
}

const connect = async (name: string, address: string): Promise<void> => {
  await openBridge()
  await execute('ip', 'netns', 'add', name)
  await execute('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'host0', 'netns', name)
  await execute('ip', 'link', 'set', name, 'master', bridge, 'up')
  const inside = (...args: string[]) => execute('ip', '-n', name, ...args)
  await inside('link', 'set', 'lo', 'up')
  await inside('address', 'add', `${address}/24`, 'dev', 'host0')
  await inside('link', 'set', 'host0', 'up')
}

/**
 * Creates control groups for a server and returns their folders. systemd ends a service by ending all processes of its
 * group, and servers in one group would end each other's.
 */
const createControlGroups = async (name: string): Promise<string[]> => {
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').map((line) => line.split(' '))
  const folders = mounts
    .filter((parts) => parts.includes('cgroup2') || parts.at(-1)?.includes('name=systemd'))
    .map((parts) => join(parts[4] ?? '', name))
  for (const path of folders) await mkdir(path, { recursive: true })
  return folders
}

interface Result {
  code: number
  output: string
}

export interface Machine {
  /** Name of the host, of its network namespace and of its link on this machine. */
  name: string
  address: string
  /** Folder of its files on this machine. */
  root: string
  /** Runs a shell command as root, and fails unless it succeeds. Returns what it printed. */
  run: (command: string, input?: string) => Promise<string>
  /** Runs a shell command as root, and returns its exit code too. */
  try: (command: string, input?: string) => Promise<Result>
  /** Copies a file or folder of this machine to the server. */
  put: (from: string, to: string) => Promise<void>
  reboot: () => Promise<void>
  /** Ends all its processes at once, as a loss of power does. */
  kill: () => Promise<void>
  /** Starts it again after `kill`. */
  start: () => Promise<void>
  /** Stops it and removes its files. */
  remove: () => Promise<void>
}

interface MachineOptions {
  onLine?: (line: string) => void
  /** Allows the server to run containers itself. */
  runsContainers?: boolean
  /** Folders of this machine by the path at which the server sees them. */
  folders?: Readonly<Record<string, string>>
}

/** Starts a server with a copy of the files in `base`. `index`, 1 to 200, is unique among running servers. */
export const startMachine = async (
  base: string,
  index: number,
  options: MachineOptions = {},
): Promise<Machine> => {
  const binds = Object.entries(options.folders ?? {}).map(
    ([inside, outside]) => `--bind=${outside}:${inside}`,
  )
  const name = `baseline-m${String(index)}`
  const address = `10.79.0.${String(index + 10)}`
  const directory = await mkdtemp(join(folder, `${name}-`))
  const [upper, work, root] = ['upper', 'work', 'root'].map((part) => join(directory, part)) as [
    string,
    string,
    string,
  ]
  for (const path of [upper, work, root]) await mkdir(path, { mode: 0o755 })
  await execute(
    'mount',
    ...`-t overlay overlay -o lowerdir=${base},upperdir=${upper},workdir=${work} ${root}`.split(' '),
  )
  await writeFile(join(root, 'etc/hostname'), `${name}\n`)
  await appendFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${name}\n`)
  await connect(name, address)
  const groups = await createControlGroups(name)

  const { onLine = () => {}, runsContainers = false } = options
  const containers = join(directory, 'containers')
  if (runsContainers) {
    await mkdir(containers)
    // A machine whose control groups are not all of version 2 cannot limit the processes of a container.
    await mkdir(join(root, 'etc/containers'), { recursive: true })
    await writeFile(join(root, 'etc/containers/containers.conf'), '[containers]\npids_limit=0\n')
  }
  // The layers of images are an overlay, which another overlay cannot store.
  const containerHost = `--capability=all --system-call-filter=bpf --system-call-filter=keyctl --bind=${containers}:/var/lib/containers`

  let container: ChildProcess | undefined
  const findFirstProcess = async (): Promise<string> => {
    const pid = String(container?.pid)
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    return children.trim().split(' ')[0] ?? ''
  }
  const attempt = async (command: string, input = ''): Promise<Result> => {
    const pid = await findFirstProcess()
    if (!pid) return { code: 255, output: `${name} is not running` }
    const child = spawn(
      'nsenter',
      ['-t', pid, '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w', 'bash', '-c', command],
      {
        env: {
          PATH: '/usr/sbin:/usr/bin',
          HOME: '/root',
          LANG: 'C.UTF-8',
          DEBIAN_FRONTEND: 'noninteractive',
        },
      },
    )
    const parts: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const code = await new Promise<number>((resolve) => child.once('close', (value) => resolve(value ?? 255)))
    return { code, output: Buffer.concat(parts).toString('utf8').trimEnd() }
  }
  const waitUntilBooted = async (): Promise<void> => {
    const deadline = Date.now() + 120_000
    for (;;) {
      const { output } = await attempt('systemctl is-system-running')
      if (output === 'running' || output === 'degraded') return
      if (Date.now() > deadline) throw new Error(`${name} did not boot: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const start = async (): Promise<void> => {
    const enter = groups.map((path) => `echo $$ > ${path}/cgroup.procs`)
    container = spawn(
      'sh',
      [
        '-c',
        [...enter, 'exec systemd-nspawn "$@"'].join(' && '),
        'systemd-nspawn',
        ...containerOptions(root),
        ...binds,
        '--boot',
        '--console=pipe',
        // A server configures its own network.
        '--capability=CAP_NET_ADMIN',
        `--network-namespace-path=/run/netns/${name}`,
        ...(runsContainers ? containerHost.split(' ') : []),
      ],
      {
        env: {
          PATH: process.env['PATH'],
          UNIFIED_CGROUP_HIERARCHY: '1',
          ...(runsContainers && { SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'yes' }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    for (const stream of [container.stdout, container.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => text.split('\n').forEach(onLine))
    await waitUntilBooted()
  }
  const waitUntilEnded = (): Promise<unknown> => new Promise((resolve) => container?.once('exit', resolve))
  const kill = async (): Promise<void> => {
    if (!container || container.exitCode !== null || container.signalCode !== null) return
    const ended = waitUntilEnded()
    const pid = await findFirstProcess()
    if (pid) process.kill(Number(pid), 'SIGKILL')
    else container.kill('SIGKILL')
    await ended
  }
  const run = async (command: string, input?: string): Promise<string> => {
    const { code, output } = await attempt(command, input)
    if (code !== 0) throw new Error(`${name}: ${command}\nexit code ${String(code)}\n${output}`)
    return output
  }
  const remove = async (): Promise<void> => {
    await kill()
    await execute('umount', '-l', root)
    // The namespace remains for a while if a connection in it is being closed, and its link with it.
    await execute('ip', 'link', 'delete', name)
    await execute('ip', 'netns', 'delete', name)
    for (const path of groups) await execute('find', path, '-depth', '-type', 'd', '-delete')
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    name,
    address,
    root,
    run,
    try: attempt,
    put: async (from, to) => {
      await cp(from, join(root, to), { recursive: true, force: true })
    },
    reboot: async () => {
      const ended = waitUntilEnded()
      await attempt('systemctl --no-block reboot')
      await ended
      await start()
    },
    kill,
    start,
    remove,
  }
}
