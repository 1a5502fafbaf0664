import { productVersion } from '../../api/src/platform/version.ts'

export const run = async (): Promise<number> => {
  console.log(`Baseline Survey ${productVersion}, Node.js ${process.versions.node}`)
  return 0
}
