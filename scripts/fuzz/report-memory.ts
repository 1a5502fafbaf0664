/**
 * Loaded into the services with `--import`: prints the memory after a garbage collection when the process receives
 * SIGUSR2. Without the collection, the memory varies by 100 MB and hides a leak.
 */
const { gc } = globalThis
if (!gc) throw new Error('start node with --expose-gc')

process.on('SIGUSR2', () => {
  // Two collections: the first one also runs finalizers, whose objects the second one frees.
  gc()
  setTimeout(() => {
    gc()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.stdout.write(`${JSON.stringify({ memory: { rss, heap: heapUsed + external } })}\n`)
  }, 200)
})
