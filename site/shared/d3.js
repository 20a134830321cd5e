// What the charts use of D3. The build bundles it: browsers do not find packages by name.
export { bin, quantileSorted } from "d3-array";
export { scaleLinear, scaleLog } from "d3-scale";
export {
  line,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from "d3-shape";
