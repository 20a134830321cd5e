package jsbridge

import (
	"encoding/json"

	"privadapt/core/terms"
)

// DecodeReceiver reads the terms of a receiver as it answers an owner who asks: it may state more than this engine
// knows. Empty input means there is no receiver.
func DecodeReceiver(object []byte) (*terms.Receiver, error) {
	if object == nil {
		return nil, nil
	}
	r := new(terms.Receiver)
	if json.Unmarshal(object, r) != nil {
		return nil, &Error{
			Code:    "refused-by-receiver",
			Message: "the terms of the receiver cannot be read; nothing was charged",
		}
	}
	return r, nil
}
