import type { Feature } from './feature.ts'

let feature: Feature | undefined

/** The application says once which entity has a map; one feature never imports another for it. */
export const installMap = (features: readonly Feature[]): void => {
  feature = features.find(({ map }) => map)
}

export const mapFeature = (): Feature | undefined => feature
