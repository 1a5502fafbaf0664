import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const proxyTo = (target: string | undefined) => (target ? { target, changeOrigin: false } : undefined)

const proxies = Object.entries({
  '/api': proxyTo(process.env['API_URL']),
  '/identity': proxyTo(process.env['IDENTITY_URL']),
}).flatMap(([path, proxy]) => (proxy ? [[path, proxy] as const] : []))

/**
 * Zod tries whether it may compile code. The edge's policy forbids that, rightly, and each try is reported as a breach:
 * among those a real one would not be seen. `config()` would come too late, as schemas are made while modules load.
 */
const zodWithoutEval = 'globalThis.__zod_globalConfig ??= { jitless: true };'

/** One origin in development too, as behind the real proxy: the session cookie never needs CORS. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    rolldownOptions: {
      output: {
        intro: ({ moduleIds }) => (moduleIds.some((id) => id.includes('/zod/')) ? zodWithoutEval : ''),
      },
    },
  },
  // Met only inside a worker: found there, it would make the page load anew under whoever clicked first.
  optimizeDeps: { include: ['hucre/xlsx'] },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(proxies),
  },
})
