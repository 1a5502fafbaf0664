import { execFileSync } from 'node:child_process'

import { root } from '../../scripts/stack/stack.ts'
import { startProduct, webBuild } from './product.ts'

/** Builds the web app and starts one product for the whole run. */
export default async (): Promise<() => Promise<void>> => {
  execFileSync('npm', ['run', '--silent', webBuild.script, '-w', 'web'], { cwd: root, stdio: 'inherit' })
  const { product, stop } = await startProduct()
  process.env['BASELINE_PRODUCT'] = JSON.stringify(product)
  return stop
}
