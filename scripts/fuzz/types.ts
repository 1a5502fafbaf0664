/** The parts of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema | false
  prefixItems?: readonly Schema[]
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
}

export interface Call {
  method: string
  /** Path with its parameters in braces. */
  path: string
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[]
  body: Schema | undefined
  isUpload: boolean
}

export interface Calls {
  api: Call[]
  identity: Call[]
}

/** A request as it is sent, byte for byte. */
export interface FuzzedRequest {
  call: string
  sender: string
  /** Differences from a valid request. */
  changes: string[]
  method: string
  path: string
  query: string
  headers: [name: string, value: string][]
  body: Buffer
  /** The sender may end before the announced body, so that the server need not answer. */
  isIncomplete: boolean
}

/** The input of a call before it is encoded. */
export interface Input {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}
