// The candidates of a nonlinear model, by name. `texts` are {bases, ways}.
export const kindOf = ({ base }, { bases }) => bases[base];
export const nameOf = ({ base, way }, { bases, ways }) =>
  base === "file" && way === "unweighted" ? bases.file : `${bases[base]} (${ways[way]})`;
