import type { Point, Ring } from './cut-ring.ts'
import { simplifyArc } from './simplify-arc.ts'

/** The part of TopoJSON that world-atlas uses. */
export interface Topology {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: Record<string, { geometries: TopologyGeometry[] }>
}

type TopologyGeometry = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] }

/** Decodes an arc, which is delta-encoded in integers. */
const arcPoints = ({ arcs, transform: { scale, translate } }: Topology, index: number): Point[] => {
  let [x, y] = [0, 0]
  const points = (arcs[index < 0 ? ~index : index] ?? []).map(([dx, dy]): Point => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
  return index < 0 ? points.toReversed() : points
}

const ringOf = (topology: Topology, arcs: number[], tolerance: number): Ring =>
  arcs.flatMap((arc, index) => simplifyArc(arcPoints(topology, arc), tolerance).slice(index === 0 ? 0 : 1))

/** Returns the rings of every polygon: its outline, then its holes. */
export const polygonsIn = (topology: Topology, name: string, tolerance: number): Ring[][] =>
  (topology.objects[name]?.geometries ?? []).flatMap((geometry) =>
    (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs).map((rings) =>
      rings.map((arcs) => ringOf(topology, arcs, tolerance)),
    ),
  )
