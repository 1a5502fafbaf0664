import { readFileSync, writeFileSync } from 'node:fs'

import { hostileFiles } from '../../tabular/src/testing/hostile.ts'
import type { HostileFile } from '../../tabular/src/testing/hostile.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'
import { buildStaffFile, chooseFile, userDetailsHeader } from './workbooks.ts'

const texts = {
  excel: 'Only Excel (.xlsx) files are allowed',
  upload: 'Invalid file. Make sure you are using the latest version of the template.',
  empty: 'The file is empty',
}

const limits = { ms: 2_000, mb: 150 }

const readMemory = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) /
  1000

test('§5 refuses hostile files with a message, within 2 s and 150 MB of memory in the browser', async ({
  page,
  context,
  browser,
  product,
}, testInfo) => {
  test.setTimeout(240_000)
  await signInAs(context, product, 'manager')
  await page.goto('/user-details/import')
  await expect(page.getByRole('heading', { name: 'Import user details' })).toBeVisible()
  // Starts the web worker before the first measurement.
  await chooseFile(page, await buildStaffFile('a.xls', 'a', 1))
  await expect(page.getByRole('alert')).toContainText('a.xls')

  const processes = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo')
  const pids = processes.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const sumMemory = (name: 'VmRSS' | 'VmHWM') => pids.reduce((total, pid) => total + readMemory(pid, name), 0)

  interface Figure {
    title: string
    ms: number
    mb: number
  }
  let fileCount = 0
  const measure = async (title: string, hostile: HostileFile): Promise<Figure> => {
    const name = (hostile.name ?? 'x.xlsx').replace(/^\w+/, `f${String((fileCount += 1))}`)
    // Chooses a file on disk, as users do. A buffer from the test would use memory of the page.
    const file = testInfo.outputPath(name)
    writeFileSync(file, hostile.make())
    for (const pid of pids) writeFileSync(`/proc/${String(pid)}/clear_refs`, '5')
    const before = sumMemory('VmRSS')
    await page.getByLabel('Choose a file').setInputFiles(file)
    const startedAt = Date.now()
    const alert = page.getByRole('alert').filter({ hasText: name })
    await expect(alert, title).toContainText(texts[hostile.refused])
    return { title, ms: Date.now() - startedAt, mb: sumMemory('VmHWM') - before }
  }
  const figures: Figure[] = []
  for (const [title, hostile] of Object.entries(hostileFiles(userDetailsHeader))) {
    let figure = await measure(title, hostile)
    // Measures a slow file up to three times, because other programs may use the processors.
    for (let retry = 0; figure.ms >= limits.ms && retry < 2; retry += 1)
      figure = await measure(title, hostile)
    figures.push(figure)
  }
  const findLargest = (by: 'ms' | 'mb') => figures.toSorted((a, b) => b[by] - a[by])[0]
  console.log(
    `${String(figures.length)} hostile files in the browser: ` +
      `slowest ${JSON.stringify(findLargest('ms'))}, largest ${JSON.stringify(findLargest('mb'))}`,
  )
  expect(findLargest('ms')?.ms).toBeLessThan(limits.ms)
  expect(findLargest('mb')?.mb).toBeLessThan(limits.mb)
})
