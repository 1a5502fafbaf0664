import { createHash, randomUUID } from 'node:crypto'

import type { createInterviews } from '../../seed/interviews.ts'
import { createSender } from '../call.ts'
import type { Target } from '../call.ts'

interface Sources {
  target: Target
  cookie: string
  makeInterview: ReturnType<typeof createInterviews>
}

const rowsPerFile = 100
/** Rows that a browser sends at the same time. */
const concurrency = 4

/** Imports files row by row, as a browser does, each of them twice: the server must refuse the repeated rows. */
export const createImports = ({ target, cookie, makeInterview }: Sources) => {
  const run = randomUUID().slice(0, 8)
  const acknowledged: string[] = []
  const failures: string[] = []
  let refused = 0
  const send = createSender(target, cookie)
  return {
    acknowledged,
    failures,
    countRefused: () => refused,
    /** Imports one new file. */
    run: async (): Promise<void> => {
      const rows = Array.from({ length: rowsPerFile }, () => {
        const name = `import ${run} ${randomUUID()}`
        const data = makeInterview(name)
        return { name, data, importHash: createHash('sha256').update(JSON.stringify(data)).digest('hex') }
      })
      const sendFile = async (onStatus: (status: number, name: string) => void) => {
        const left = [...rows]
        const sendRows = async () => {
          for (let row = left.shift(); row; row = left.shift()) {
            const { data, importHash } = row
            const { status } = await send('/api/survey-responses/import', {
              method: 'POST',
              body: { data, importHash },
            })
            onStatus(status, row.name)
          }
        }
        await Promise.all(Array.from({ length: concurrency }, sendRows))
      }
      await sendFile((status, name) => {
        if (status === 200) acknowledged.push(name)
        else failures.push(`a row: ${String(status)}`)
      })
      await sendFile((status) => {
        if (status === 400) refused++
        else failures.push(`a repeated row: ${String(status)}`)
      })
    },
  }
}
