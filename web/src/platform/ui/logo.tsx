/**
 * The product's logo: a base line with bars on it. Uses the theme's accent colour, so it follows every theme
 * and both schemes.
 */
export const Logo = ({ size = 32 }: { size?: number }) => (
  <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect className="logo-ground" width="32" height="32" rx="8" />
    <g className="logo-drawing">
      <rect x="7.5" y="14" width="3.5" height="7" rx="1" opacity="0.75" />
      <rect x="14.25" y="7.5" width="3.5" height="13.5" rx="1" />
      <rect x="21" y="11" width="3.5" height="10" rx="1" opacity="0.75" />
      <rect x="5.5" y="23" width="21" height="2" rx="1" />
    </g>
  </svg>
)
