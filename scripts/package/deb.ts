import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { execute, normalise, root, sourceTime, stageProgram } from './stage.ts'

const programs = /^DEBIAN\/(postinst|prerm|postrm)$|^usr\/bin\/|\/bin\/node$/

/** Debian sorts `0.1.0~dev` before `0.1.0`, as npm sorts `0.1.0-dev`. */
const toDebianVersion = (version: string): string => version.replaceAll('-', '~')

/** Writes the package of Debian, and returns its path. The staged program remains in `folder`. */
export const buildDeb = async (folder: string, output: string, version: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true })
  const program = join(folder, 'usr/lib/baseline-survey')
  await mkdir(program, { recursive: true })
  await stageProgram(program)
  for (const [from, to] of [
    ['ops/systemd', 'usr/lib/systemd/system'],
    ['ops/debian/sysusers.conf', 'usr/lib/sysusers.d/baseline-survey.conf'],
    ['ops/debian/tmpfiles.conf', 'usr/lib/tmpfiles.d/baseline-survey.conf'],
    ['ops/debian/baseline', 'usr/bin/baseline'],
    ['docs/operations', 'usr/share/doc/baseline-survey'],
    ...['postinst', 'prerm', 'postrm'].map((name) => [`ops/debian/${name}`, `DEBIAN/${name}`]),
  ] as [string, string][])
    await cp(join(root, from), join(folder, to), { recursive: true })
  const size = (await execute('du', '-sk', '--apparent-size', folder)).split('\t')[0] ?? ''
  const control = await readFile(join(root, 'ops/debian/control'), 'utf8')
  await writeFile(
    join(folder, 'DEBIAN/control'),
    control.replace('${VERSION}', toDebianVersion(version)).replace('${SIZE}', size),
  )
  await normalise(folder, (path) => programs.test(path))
  const file = join(output, `baseline-survey_${toDebianVersion(version)}_amd64.deb`)
  process.env['SOURCE_DATE_EPOCH'] = String(await sourceTime())
  await execute('dpkg-deb', '--root-owner-group', '-Zzstd', '-z12', '--build', folder, file)
  return file
}
