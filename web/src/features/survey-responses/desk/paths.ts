import { writeAddress } from '#platform/search-text.ts'

import { paths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'

export const deskPaths = {
  queue: (address: ListAddress = {}) => `/review${writeAddress(address)}`,
  figures: () => '/review/figures',
  /** A response that is opened from the queue. Its address carries that of the queue. */
  response: (id: string, queue: ListAddress) => paths.view(id, { queue }),
}

/** Returns the address of the queue that a response was opened from; undefined if it was opened from elsewhere. */
export const queueOf = ({ queue }: ListAddress): ListAddress | undefined =>
  typeof queue === 'object' && queue !== null && !Array.isArray(queue)
    ? Object.fromEntries(Object.entries(queue))
    : undefined
