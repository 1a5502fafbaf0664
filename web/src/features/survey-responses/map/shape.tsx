import { Suspense, lazy } from 'react'

import { useNearViewport } from '#platform/ui/use-near-viewport.ts'

import { Drawable } from './drawable.tsx'
import type { ShapeMapProps } from './shape-map.tsx'

import './place.css'

/** Loaded on demand, because it is as large as the rest of the application. */
const ShapeMap = lazy(async () => ({ default: (await import('./shape-map.tsx')).ShapeMap }))

/** Removes a map that is far away: browsers keep at most 16 maps, and a form can have more. */
const Frame = (props: ShapeMapProps) => {
  const [frame, isNear] = useNearViewport()
  return (
    <div ref={frame} className="place-map">
      {isNear && (
        <Suspense fallback={null}>
          <ShapeMap {...props} />
        </Suspense>
      )}
    </div>
  )
}

/** A point, a line or an area on a map. The text beside it has the same information. */
export const Shape = (props: ShapeMapProps) => (
  <Drawable>
    <Frame {...props} />
  </Drawable>
)
