package symeigen

// Matrix is a symmetric matrix of the order d. Of Data, d×d and row-major, the upper triangle is used and nothing below
// it.
//
// It has the layout of gonum's SymDense, whose package would be a seventieth of the engine's download for its storage
// alone.
type Matrix struct {
	Order int
	Data  []float64
}

// NewMatrix returns a matrix that keeps data, of length d², or one of zeros if data is nil.
func NewMatrix(d int, data []float64) *Matrix {
	if data == nil {
		data = make([]float64, d*d)
	}
	if len(data) != d*d {
		panic("symeigen: the entries do not make a square matrix of this order")
	}
	return &Matrix{d, data}
}

// At returns entry (i,j), which is entry (j,i).
func (m *Matrix) At(i, j int) float64 { return m.Data[min(i, j)*m.Order+max(i, j)] }

// Set sets entries (i,j) and (j,i).
func (m *Matrix) Set(i, j int, v float64) { m.Data[min(i, j)*m.Order+max(i, j)] = v }
