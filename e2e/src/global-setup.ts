import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { root } from '../../scripts/stack/stack.ts'
import { startProduct } from './product.ts'

/** One product for the whole run. */
export default async (): Promise<() => Promise<void>> => {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: join(root, 'web'),
      stdio: 'inherit',
    },
  )
  const { product, stop } = await startProduct()
  process.env['BASELINE_PRODUCT'] = JSON.stringify(product)
  return stop
}
