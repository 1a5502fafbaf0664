import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startProcess, waitUntilReady } from './processes.ts'
import { root } from './stack.ts'

/** Starts nginx with the configuration for operators, to serve the built web app. */
export const startEdge = async (options: {
  directory: string
  port: number
  apiUrls: readonly string[]
  identityUrl: string
  tilesOrigin?: string
  /** Folder of the built web app; `web/dist` by default. */
  webRoot?: string
  /** Also redirects this port to https. */
  redirectPort?: number
  /** Also listens for https. */
  tls?: { port: number; certificateFile: string; keyFile: string }
  onLine: (line: string) => void
}) => {
  const { directory, port, tls } = options
  const values: Record<string, string> = {
    EDGE_LISTEN: `127.0.0.1:${String(port)}${tls ? `; listen 127.0.0.1:${String(tls.port)} ssl` : ''}`,
    // The directive needs nginx 1.25.
    EDGE_HTTP2: '',
    EDGE_NAME: 'localhost',
    EDGE_REDIRECT_LISTEN: `127.0.0.1:${String(options.redirectPort)}`,
    EDGE_LOG: join(directory, 'access.log'),
    EDGE_ERROR_LOG: 'stderr',
    WEB_ROOT: options.webRoot ?? join(root, 'web/dist'),
    STORAGE_ORIGIN: '',
    TILES_ORIGIN: options.tilesOrigin ?? '',
    API_SERVERS: options.apiUrls.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' '),
    IDENTITY_URL: options.identityUrl,
  }
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o755)
  for (const name of ['nginx', ...(options.redirectPort === undefined ? [] : ['nginx-redirect'])]) {
    const template = await readFile(join(root, `ops/${name}.conf`), 'utf8')
    const server = template.replace(/\$\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
    await writeFile(join(directory, `baseline-${name}.conf`), server)
  }
  await writeFile(
    join(directory, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${directory}/nginx.pid;
    error_log stderr warn;
    daemon off;
    events { worker_connections 8192; }
    worker_rlimit_nofile 20000;
    http {
      include /etc/nginx/mime.types;
      client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;
      fastcgi_temp_path ${directory}/fastcgi; uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
      ${tls ? `ssl_certificate ${tls.certificateFile}; ssl_certificate_key ${tls.keyFile};` : ''}
      include ${directory}/baseline-*.conf;
    }`,
  )
  const nginx = startProcess('nginx', ['-p', directory, '-c', join(directory, 'nginx.conf')], {
    cwd: directory,
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    onLine: options.onLine,
  })
  await waitUntilReady(`http://127.0.0.1:${String(port)}/`, nginx)
  return nginx
}
