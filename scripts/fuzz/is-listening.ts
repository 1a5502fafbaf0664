import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** State of a listening socket in /proc/net/tcp. */
const listening = '0A'

/** Returns the inodes of the sockets that listen on a port of IPv4 loopback or of all addresses. */
const inodesOf = (port: number): Set<string> => {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  return new Set(
    lines.flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      return state === listening && local.endsWith(`:${hexPort}`) ? [inode] : []
    }),
  )
}

/** Returns whether this process listens on the port. */
export const isListening = (processId: number, port: number): boolean => {
  const inodes = inodesOf(port)
  const folder = `/proc/${String(processId)}/fd`
  return readdirSync(folder).some((name) => {
    try {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`)) ?? []
      return inode !== undefined && inodes.has(inode)
    } catch {
      // The process has closed the file since the folder was read.
      return false
    }
  })
}
