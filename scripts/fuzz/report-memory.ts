/**
 * Loaded into the services with `--import`: prints the memory after a garbage collection when the process receives
 * SIGUSR2. An ordinary collection keeps empty pages for new objects, whose number depends on the largest request so far:
 * the resident memory then grows by 130 MB without a leak. A collection of last resort returns them.
 */
const { gc } = globalThis
if (!gc) throw new Error('start node with --expose-gc')

const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })

process.on('SIGUSR2', () => {
  // Two collections: the first one also runs finalizers, whose objects the second one frees.
  collect()
  setTimeout(() => {
    collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.stdout.write(`${JSON.stringify({ memory: { rss, heap: heapUsed + external } })}\n`)
  }, 200)
})
