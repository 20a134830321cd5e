package moment

import (
	"errors"
	"math/big"

	"privadapt/core/data/grid"
)

// Restore returns the Sum of n rows of dim features that another program has added up: in grid steps the sum of each
// feature, then in squared steps the sums of the products, the upper triangle row-major. What belongs to the
// intercept follows from them. The numbers are copied; whoever has them wipes them.
//
// That each row was in the ball is for that program to ensure. Refused is what no n rows of the ball sum to: a trace
// above n times the squared radius, with which every entry of the diagonal is below it, or a matrix that is not
// positive semidefinite, both in exact arithmetic. An error names no value. Test: TestImpossibleSumsAreRefused.
func Restore(g grid.Grid, n int64, dim int, numbers []big.Int) (*Sum, error) {
	if n < 0 {
		return nil, errors.New("the number of rows is below zero")
	}
	if len(numbers) != dim+dim*(dim+1)/2 {
		return nil, errors.New("the sums are not as many as the features and their products")
	}
	s := &Sum{Grid: g, Rows: n, Order: dim + 1, entries: make([]big.Int, 1+len(numbers))}
	intercept := big.NewInt(g.InterceptSteps())
	s.entries[0].Mul(big.NewInt(n), intercept)
	s.entries[0].Mul(&s.entries[0], intercept)
	for k := range numbers {
		if own := &s.entries[1+k]; k < dim {
			own.Mul(&numbers[k], intercept) // a product in the place of a factor would leave the factor behind
		} else {
			own.Set(&numbers[k])
		}
	}
	return s.orNone()
}

// RestorePeople does the same for the shares of n people: numbers has the products in squared steps, the upper triangle
// row-major, with the intercept as the first coordinate. Test: TestImpossibleSumsOfPeopleAreRefused.
func RestorePeople(g grid.Grid, n int64, dim int, numbers []big.Int) (*Sum, error) {
	if len(numbers) != (dim+1)*(dim+2)/2 {
		return nil, errors.New("the sums are not as many as the products of the features and the intercept")
	}
	s := &Sum{Grid: g, Rows: n, Order: dim + 1, entries: make([]big.Int, len(numbers))}
	for k := range numbers {
		s.entries[k].Set(&numbers[k])
	}
	return s.orNone()
}

func (s *Sum) orNone() (*Sum, error) {
	if err := s.possible(); err != nil {
		s.Wipe()
		return nil, err
	}
	return s, nil
}

// possible reports why no rows of the ball have the sum s.
func (s *Sum) possible() error {
	scratch := make([]big.Int, 1)
	defer Wipe(scratch)
	trace, most := &scratch[0], big.NewInt(grid.Steps*grid.Steps)
	for i := range s.Order {
		trace.Add(trace, s.Entry(i, i))
	}
	if trace.Cmp(most.Mul(most, big.NewInt(s.Rows))) > 0 {
		return errors.New("the squares are larger than this number of rows can make them")
	}
	if !s.semidefinite() {
		return errors.New("the matrix of the products is not positive semidefinite, as any rows make it")
	}
	return nil
}

// semidefinite eliminates without fractions (Bareiss 1968): after each step the entries are minors, and the division by
// the pivot before is exact. A matrix is positive semidefinite if and only if each pivot is above zero, or is zero with
// a row of zeros.
func (s *Sum) semidefinite() bool {
	work, scratch := s.Clone(), make([]big.Int, 2)
	defer work.Wipe()
	defer Wipe(scratch)
	product, other := &scratch[0], &scratch[1]
	before := big.NewInt(1)
	for k := range work.Order {
		pivot := work.Entry(k, k)
		if pivot.Sign() < 0 {
			return false
		}
		if pivot.Sign() == 0 {
			for j := k + 1; j < work.Order; j++ {
				if work.Entry(k, j).Sign() != 0 {
					return false
				}
			}
			continue
		}
		for i := k + 1; i < work.Order; i++ {
			for j := i; j < work.Order; j++ {
				entry := work.Entry(i, j)
				product.Mul(entry, pivot)
				product.Sub(product, other.Mul(work.Entry(k, i), work.Entry(k, j)))
				product.Quo(product, before)
				overwrite(entry) // the product may need more words than it has
				entry.Set(product)
			}
		}
		before = pivot
	}
	return true
}
