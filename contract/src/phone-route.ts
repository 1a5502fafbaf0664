import { z } from 'zod'

/**
 * A call of ODK Collect: the OpenRosa protocol 1.0 below `/api/field/TOKEN`, which is the address of the server in
 * the settings of the app. The answers are XML.
 */
export interface PhoneRoute {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** Path below `/api`. */
  readonly path: `/field/:token/${string}`
  readonly summary: string
  readonly params: z.ZodType<{ token: string }>
}

/** Declares a route and returns it with literal types. */
export const phoneRoute = <const R extends PhoneRoute>(declaration: R): R => declaration

/** The token of a device. Any other text is an unknown token, not an invalid call. */
export const DeviceToken = z.string()
