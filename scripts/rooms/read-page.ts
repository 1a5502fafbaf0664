import { readFile } from 'node:fs/promises'

export interface Step {
  /** Servers on which an operator runs the commands, such as `database` or `services-1`. */
  servers: string
  commands: string
  /** Heading above the commands. */
  section: string
}

/** Returns the commands of a page in their order: the blocks that begin with ```sh and the name of servers. */
export const readPage = async (file: string): Promise<Step[]> => {
  const steps: Step[] = []
  let section = ''
  let step: Step | undefined
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const start = /^```sh (\S+)$/.exec(line)
    if (start?.[1]) steps.push((step = { servers: start[1], commands: '', section }))
    else if (line.startsWith('```')) step = undefined
    else if (step) step.commands += `${line}\n`
    else section = /^#+ (.*)/.exec(line)?.[1] ?? section
  }
  return steps
}
