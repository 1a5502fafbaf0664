import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

const proxyTo = (target: string | undefined) => (target ? { target, changeOrigin: false } : undefined)

const proxies = Object.entries({
  '/api': proxyTo(process.env['API_URL']),
  '/identity': proxyTo(process.env['IDENTITY_URL']),
}).flatMap(([path, proxy]) => (proxy ? [[path, proxy] as const] : []))

/**
 * Zod tests whether it may compile code with eval. The edge's Content-Security-Policy forbids it and reports
 * each attempt, which would hide real violations. `config()` would be too late, because schemas are created
 * while modules load.
 */
const zodWithoutEval = 'globalThis.__zod_globalConfig ??= { jitless: true };'

/** Modules of the contract that every page loads. */
const firstPageContract =
  /contract\/src\/((facts|fields|http|list|validation|permissions)|(audit-log|auth)\/contract|storage\/(contract|folders)|survey-responses\/(columns|filter|response|square|status)|surveys\/(master|contract))\.ts$/

/** Other small modules that every page loads. */
const firstPageParts =
  /web\/src\/platform\/(time|list\/(filter-fields|list-state))\.ts$|icons(-svg)?\/(es|lib)\/(icons|asn)\/(CloseCircleFilled|CloseOutlined|LeftOutlined|RightOutlined)\.js$/

/** Uses one origin in development, as behind the edge proxy, so that the session cookie needs no CORS. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    rolldownOptions: {
      output: {
        intro: ({ moduleIds }) => (moduleIds.some((id) => id.includes('/zod/')) ? zodWithoutEval : ''),
        // Small chunks compress badly.
        codeSplitting: {
          groups: [
            { name: 'contract', test: firstPageContract },
            { name: 'parts', test: firstPageParts },
          ],
        },
      },
    },
  },
  // Imported only in a worker: discovered there, it would make Vite reload the page.
  optimizeDeps: { include: ['hucre/xlsx'] },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(proxies),
  },
})
