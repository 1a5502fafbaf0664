import { Component } from 'react'
import type { ReactNode } from 'react'

const tryWebGl = (): boolean => {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // Browsers keep at most 16 WebGL contexts, and warn about more.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

let isDrawable: boolean | undefined

/** Returns whether the browser can draw with WebGL; tested once per page load. */
const canDraw = (): boolean => (isDrawable ??= tryWebGl())

interface DrawableProps {
  children: ReactNode
  /** Shown if the map cannot be drawn. */
  fallback?: ReactNode
}

/** Error boundary for a map. The text around it has the same information for browsers that cannot draw it. */
export class Drawable extends Component<DrawableProps, { failed: boolean }> {
  override state = { failed: !canDraw() }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
