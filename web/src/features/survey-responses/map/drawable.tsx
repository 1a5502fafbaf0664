import { Component } from 'react'
import type { ReactNode } from 'react'

const canDraw = (): boolean => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}

interface DrawableProps {
  children: ReactNode
  /** What stands in its place. */
  instead?: ReactNode
}

/** A map, where the browser can draw one; words say everything that it shows. */
export class Drawable extends Component<DrawableProps, { failed: boolean }> {
  override state = { failed: !canDraw() }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
