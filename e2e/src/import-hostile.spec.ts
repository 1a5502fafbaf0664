import { readFileSync, writeFileSync } from 'node:fs'

import { hostileFiles } from '../../tabular/src/testing/hostile.ts'
import type { HostileFile } from '../../tabular/src/testing/hostile.ts'
import { aPerson, signIn } from './people.ts'
import { expect, test } from './test.ts'
import { chooseFile, staffFile, userDetailsHeader } from './workbooks.ts'

const texts = {
  excel: 'Only Excel (.xlsx) files are allowed',
  upload: 'Invalid file. Make sure you are using the latest version of the template.',
  empty: 'The file is empty',
}

const bar = { ms: 2_000, mb: 150 }

const held = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) /
  1000

test('§5 refuses hostile files with a message, within 2 s and 150 MB of memory in the browser', async ({
  page,
  context,
  browser,
  product,
}, testInfo) => {
  test.setTimeout(240_000)
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await page.goto('/user-details/import')
  await expect(page.getByRole('heading', { name: 'Import user details' })).toBeVisible()
  // Starts the web worker before the first measurement.
  await chooseFile(page, await staffFile('a.xls', 'a', 1))
  await expect(page.getByRole('alert')).toContainText('a.xls')

  const processes = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo')
  const pids = processes.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const sum = (name: 'VmRSS' | 'VmHWM') => pids.reduce((total, pid) => total + held(pid, name), 0)

  interface Figure {
    title: string
    ms: number
    mb: number
  }
  let chosen = 0
  const measure = async (title: string, hostile: HostileFile): Promise<Figure> => {
    const name = (hostile.name ?? 'x.xlsx').replace(/^\w+/, `f${String((chosen += 1))}`)
    // Chooses a file on disk, as users do. A buffer from the test would use memory of the page.
    const file = testInfo.outputPath(name)
    writeFileSync(file, hostile.make())
    for (const pid of pids) writeFileSync(`/proc/${String(pid)}/clear_refs`, '5')
    const before = sum('VmRSS')
    await page.getByLabel('Choose a file').setInputFiles(file)
    const began = Date.now()
    const alert = page.getByRole('alert').filter({ hasText: name })
    await expect(alert, title).toContainText(texts[hostile.refused])
    return { title, ms: Date.now() - began, mb: sum('VmHWM') - before }
  }
  const figures: Figure[] = []
  for (const [title, hostile] of Object.entries(hostileFiles(userDetailsHeader))) {
    let figure = await measure(title, hostile)
    // Measures a slow file up to three times, because other tests run at the same time.
    for (let again = 0; figure.ms >= bar.ms && again < 2; again += 1) figure = await measure(title, hostile)
    figures.push(figure)
  }
  const most = (by: 'ms' | 'mb') => figures.toSorted((a, b) => b[by] - a[by])[0]
  console.log(
    `${String(figures.length)} hostile files in the browser: ` +
      `slowest ${JSON.stringify(most('ms'))}, largest ${JSON.stringify(most('mb'))}`,
  )
  expect(most('ms')?.ms).toBeLessThan(bar.ms)
  expect(most('mb')?.mb).toBeLessThan(bar.mb)
})
