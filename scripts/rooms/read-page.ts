import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root } from '../stack/stack.ts'

export interface Step {
  /** Servers on which an operator runs the commands, such as `server`, `database` or `services-1`. */
  servers: string
  commands: string
  /** Heading above the commands. */
  section: string
}

/**
 * Returns the commands of a page of docs/operations in their order: the blocks that begin with ```sh and the name of
 * servers.
 */
export const readPage = async (page: string): Promise<Step[]> => {
  const steps: Step[] = []
  let section = ''
  let step: Step | undefined
  let indentation = 0
  for (const line of (await readFile(join(root, 'docs/operations', page), 'utf8')).split('\n')) {
    const start = /^( *)```sh ?(\S*)$/.exec(line)
    if (start) {
      const [, spaces = '', servers = ''] = start
      if (!servers) throw new Error(`${page}: commands without the name of a server, below "${section}"`)
      indentation = spaces.length
      steps.push((step = { servers, commands: '', section }))
    } else if (line.trimStart().startsWith('```')) step = undefined
    else if (step) step.commands += `${line.slice(indentation)}\n`
    else section = /^#+ (.*)/.exec(line)?.[1] ?? section
  }
  return steps
}

/** Returns the commands of a block one by one; a backslash continues a command on the next line. */
export const splitCommands = ({ commands }: Step): string[] =>
  commands
    .replaceAll(/ *\\\n */g, ' ')
    .split('\n')
    .filter(Boolean)

const program = /^(?:baseline|df|du|journalctl|nginx|runuser|systemctl|timedatectl|apt-get) /

/** Returns the commands in the text of a page, below a heading, in their order. */
export const readInlineCommands = async (page: string, heading: string): Promise<string[]> => {
  const text = await readFile(join(root, 'docs/operations', page), 'utf8')
  const below = text.slice(text.indexOf(`\n${heading}\n`)).replaceAll(/^ *```[^]*?^ *```$/gm, '')
  return [...below.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll('\n', ' '))
    .filter((code) => program.test(code))
}
