// Package model is the room of the models that are fitted to public rows. Begin with basemodel, which says what each
// kind can do; auto chooses among linear, ridge, smooth, trees and xgboost by cross-validation. Package labelled
// measures how far a model is off, correction mends it by released sums of private labels, and sources weighs several
// samples. A tree is grown in package trees.
package model
