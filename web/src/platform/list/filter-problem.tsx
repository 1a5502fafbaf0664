export const FilterProblem = ({ text }: { text: string }) => (
  <p role="alert" className="filter-problem">
    {text}
  </p>
)
