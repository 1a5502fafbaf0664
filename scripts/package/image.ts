import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { execute, root, sourceTime } from './stage.ts'

/** Debian packages that the image adds to a minimal system. */
const packages = ['ca-certificates', 'nginx', 'readstat']

/** Outside /tmp, so that later builds find it again. */
const baseFolder = '/var/tmp/baseline-image-base'

/** Folders of the minimal system that no program of the image needs. */
const unused = ['var/cache/apt', 'var/lib/apt/lists', 'var/log', 'usr/share/man', 'usr/share/locale', 'run/*']

const prepareBase = async (): Promise<void> => {
  if (existsSync(baseFolder)) return
  const unfinished = await mkdtemp(`${baseFolder}-`)
  await execute('debootstrap', '--variant=minbase', `--include=${packages.join(',')}`, 'trixie', unfinished)
  for (const path of unused) await rm(join(unfinished, path), { recursive: true, force: true })
  await rename(unfinished, baseFolder)
}

/** Lists the packages of Debian in the image. */
export const listDebianPackages = async () => {
  await prepareBase()
  const lines = await execute(
    'dpkg-query',
    `--admindir=${baseFolder}/var/lib/dpkg`,
    '--show',
    '--showformat=${Package} ${Version} ${Architecture}\\n',
  )
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', version = '', architecture = ''] = line.split(' ')
      return { name, version, architecture }
    })
}

/** User of the services in the image, without rights. A number, so that Kubernetes can verify that it is not root. */
const user = '10001'

const settings = [
  ['--user', `${user}:${user}`],
  ['--workingdir', '/usr/lib/baseline-survey'],
  ['--env', 'PATH=/usr/lib/baseline-survey/bin:/usr/sbin:/usr/bin'],
  ['--env', 'NODE_USE_SYSTEM_CA=1'],
  ['--cmd', 'node api/src/main.ts'],
  ['--stop-signal', 'SIGTERM'],
].flat()

/**
 * Writes an image with the program that is staged in `folder` as an OCI archive, and returns its path. Needs root, and
 * Debian's packages `buildah skopeo debootstrap`.
 */
export const buildImage = async (folder: string, output: string, version: string): Promise<string> => {
  await prepareBase()
  const file = join(output, `baseline-survey_${version}_oci.tar`)
  const name = `localhost/baseline-survey:${version}`
  const container = (await execute('buildah', 'from', 'scratch')).trim()
  try {
    const mount = (await execute('buildah', 'mount', container)).trim()
    await execute('cp', '-a', `${baseFolder}/.`, mount)
    await execute('cp', '-a', join(folder, 'usr/lib/baseline-survey'), join(mount, 'usr/lib/'))
    await execute('cp', '-a', join(folder, 'usr/bin/baseline'), join(mount, 'usr/bin/'))
    const files = join(mount, 'var/lib/baseline/files')
    await mkdir(files, { recursive: true })
    await execute('chown', '-R', `${user}:${user}`, join(mount, 'var/lib/baseline'))
    await execute('chroot', mount, 'useradd', '--uid', user, '--user-group', '--no-create-home', 'baseline')
    await execute('buildah', 'config', ...settings, container)
    await rm(file, { force: true })
    await execute('buildah', 'commit', '--timestamp', String(await sourceTime()), container, name)
    await execute('skopeo', 'copy', `containers-storage:${name}`, `oci-archive:${file}:${name}`)
  } finally {
    await execute('buildah', 'rm', container)
  }
  return file
}

/** Writes the compose file of this release, and returns its path. */
export const writeCompose = async (output: string, version: string): Promise<string> => {
  const file = join(output, 'compose.yaml')
  const template = await readFile(join(root, 'ops/compose.yaml'), 'utf8')
  await writeFile(file, template.replaceAll('${BASELINE_VERSION}', version))
  return file
}
