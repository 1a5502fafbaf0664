import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const smallestBytes = 1024

/**
 * Text only: everything else is compressed by its own format. Below a kilobyte a packet is a packet, and what the
 * build notes for itself nobody asks for.
 */
export const isWorthCompressing = (file: string, bytes: number): boolean =>
  /\.(?:js|css|svg|html|json)$/.test(file) && !file.includes('.vite') && bytes > smallestBytes

/**
 * Puts a `.gz` beside every file of a folder that is worth it, for nginx's `gzip_static`: at the highest level,
 * which is too slow for every request but not for every build. Returns the compressed files.
 */
export const compressFolder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => {
      const { size, atime, mtime } = statSync(file)
      if (!isWorthCompressing(file, size)) return false
      const compressed = `${file}.gz`
      writeFileSync(compressed, gzipSync(readFileSync(file), { level: 9 }))
      // nginx asks for the same date on both.
      utimesSync(compressed, atime, mtime)
      return true
    })
