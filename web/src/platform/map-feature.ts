import type { Feature } from './feature.ts'

let feature: Feature | undefined

/** Registers the feature that has a map, so that features need not import each other. */
export const installMap = (features: readonly Feature[]): void => {
  feature = features.find(({ map }) => map)
}

export const mapFeature = (): Feature | undefined => feature
