import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const minBytes = 1024

/**
 * Compresses text only; other formats are already compressed. Skips files below a kilobyte, which fit into
 * one packet anyway, and the build's own manifest, which browsers never request.
 */
export const isWorthCompressing = (file: string, bytes: number): boolean =>
  /\.(?:js|css|svg|html|json)$/.test(file) && !file.includes('.vite') && bytes > minBytes

/**
 * Writes a `.gz` next to every file that is worth compressing, for nginx's `gzip_static`. Uses the highest
 * level, which would be too slow for every request. Returns the compressed files.
 */
export const compressFolder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => {
      const { size, atime, mtime } = statSync(file)
      if (!isWorthCompressing(file, size)) return false
      const compressed = `${file}.gz`
      writeFileSync(compressed, gzipSync(readFileSync(file), { level: 9 }))
      // nginx recommends the same date for both files.
      utimesSync(compressed, atime, mtime)
      return true
    })
