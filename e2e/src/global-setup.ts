import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { root } from '../../scripts/stack/stack.ts'
import { startProduct } from './product.ts'

/** The builds that a run can meet. React and Ant Design report misuse in the development build only. */
const builds = {
  production: { script: 'build', folder: 'web/dist' },
  development: { script: 'build:development', folder: '.data/web-development' },
}

/** One product for the whole run; E2E_BUILD=development meets the development build of the screens. */
export default async (): Promise<() => Promise<void>> => {
  const build = builds[process.env['E2E_BUILD'] === 'development' ? 'development' : 'production']
  execFileSync('npm', ['run', '--silent', build.script, '-w', 'web'], { cwd: root, stdio: 'inherit' })
  const { product, stop } = await startProduct({ webRoot: join(root, build.folder) })
  process.env['BASELINE_PRODUCT'] = JSON.stringify(product)
  return stop
}
