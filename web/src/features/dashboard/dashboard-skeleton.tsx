/** Placeholder for the first load, in the layout of the dashboard. */
export const DashboardSkeleton = () => (
  <>
    <p className="as-of">{'\u00A0'}</p>
    <div className="tiles">
      {[1, 2, 3, 4].map((tile) => (
        <div key={tile} className="tile dashboard-skeleton" />
      ))}
    </div>
    <div className="pair">
      <div className="panel dashboard-skeleton dashboard-skeleton-chart" />
      <div className="panel dashboard-skeleton dashboard-skeleton-chart" />
    </div>
    <div className="panel dashboard-skeleton dashboard-skeleton-chart" />
  </>
)
