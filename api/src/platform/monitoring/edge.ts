import { reading } from './reading.ts'

/** A failed attempt is a result here: users cannot reach the product. */
const isReachable = (publicUrl: string): Promise<boolean> =>
  fetch(new URL('/api/health', publicUrl), { signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

export const edgeReading = reading({
  name: 'edge',
  metrics: {
    baseline_edge_up: {
      help: 'Whether the api answers at PUBLIC_URL, through the edge, as seen from the worker',
    },
  },
  read: async ({ publicUrl }: { publicUrl: string }) => {
    const isUp = await isReachable(publicUrl)
    return {
      samples: { baseline_edge_up: [{ value: isUp ? 1 : 0 }] },
      findings: isUp ? [] : [{ key: 'down' as const, params: { url: publicUrl } }],
    }
  },
})
