import { version } from '../version.ts'

export const run = async (): Promise<number> => {
  console.log(`Baseline Survey ${version}, Node.js ${process.versions.node}`)
  return 0
}
