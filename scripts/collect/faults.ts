/** A request at the moment when the phone writes it to the network. */
interface NetworkRequest {
  /** Counts all requests of the phone from 1, including the ones that OkHttp sends again. */
  number: number
  method: string
  url: string
  /** Counts the times that OkHttp has sent this request, from 1. */
  attempt: number
  /** Positions in bytes where its ranges end: the headers, then the header, content and end of each part. */
  rangeEnds: readonly number[]
}

interface Fault {
  /** Closes the connection after these bytes of the request, counted from the first byte of its first line. */
  cutAfterBytes?: number
  /** Reads the answer, then continues as if the connection had broken before it. */
  losesAnswer?: boolean
  /** The network stays away until the next call, so that OkHttp cannot send the request again. */
  thenOffline?: boolean
}

/** Decides about each request whether the network fails. */
export type Faults = (request: NetworkRequest) => Fault | undefined

/** Cuts the connection during one request. */
export const cutRequest = (number: number, cutAfterBytes: number, { thenOffline = false } = {}): Faults => {
  return (request) => (request.number === number ? { cutAfterBytes, thenOffline } : undefined)
}

/** Loses the answer to one request. */
export const loseAnswer = (number: number, { thenOffline = false } = {}): Faults => {
  return (request) => (request.number === number ? { losesAnswer: true, thenOffline } : undefined)
}

/**
 * Cuts the connection once: after a share of a range of a post. Posts count from 1, without repetitions, and ranges
 * from 0.
 */
export const cutRange = ({
  post,
  range,
  share,
  thenOffline = false,
}: {
  post: number
  range: number
  share: number
  thenOffline?: boolean
}): Faults => {
  let posts = 0
  return ({ method, attempt, rangeEnds }) => {
    if (method !== 'POST' || attempt > 1) return undefined
    posts += 1
    if (posts !== post) return undefined
    const [start, end] = [rangeEnds[range - 1] ?? 0, rangeEnds[range]]
    if (end === undefined) throw new Error(`the post has no range ${String(range)}`)
    return { cutAfterBytes: start + Math.floor((end - start) * share), thenOffline }
  }
}

/** Loses the answer to one request of an interview, once: 0 is HEAD, 1 the first post. */
export const loseAnswerOf = (request: number, { thenOffline = false } = {}): Faults => {
  let requests = -1
  return ({ attempt }) => {
    if (attempt > 1) return undefined
    requests += 1
    return requests === request ? { losesAnswer: true, thenOffline } : undefined
  }
}
